import { Button } from '@mantine/core'
import { IconHeartbeat } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import classes from './post.module.css'

/** The link to the health screen of this terminal. */
export function HealthSection() {
  const [, navigate] = useLocation()
  return (
    <PageSection title="Santé du poste">
      <p className={classes.text}>
        Ventes à envoyer, copies, mémoire, listes, heure et appareils{'\u00a0'}: ce qui va, ce qui ne va pas, et quoi
        faire.
      </p>
      <div className={classes.actions}>
        <Button
          size="md"
          variant="default"
          leftSection={<IconHeartbeat size={26} aria-hidden />}
          onClick={() => navigate('/sante')}
        >
          Ouvrir la santé du poste
        </Button>
      </div>
    </PageSection>
  )
}
