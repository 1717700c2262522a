import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import classes from './terminal.module.css'

/** The link to the screen that restores lost sales from paper. */
export function RetypeSection() {
  const [, navigate] = useLocation()
  return (
    <PageSection title="Tickets d’un poste perdu">
      <p className={classes.text}>
        Un poste volé, cassé ou vidé avant d’avoir tout envoyé{'\u00a0'}: chaque ticket a un code qui permet de
        ressaisir la vente.
      </p>
      <div className={classes.actions}>
        <Button
          size="md"
          variant="default"
          leftSection={<IconReceipt size={26} aria-hidden />}
          onClick={() => navigate('/ressaisir')}
        >
          Ressaisir des tickets
        </Button>
      </div>
    </PageSection>
  )
}
