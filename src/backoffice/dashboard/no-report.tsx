import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { PageHead } from '#shared/ui/page-head.tsx'
import classes from '#backoffice/dashboard/dashboard.module.css'
import { Page } from '#backoffice/ui/page.tsx'
import { useScreens } from '#backoffice/ui/screens.ts'

/** The dashboard of a member who may not see reports: the reason, and links to other screens. */
export function NoReport() {
  const others = useScreens().filter(({ path }) => path !== '/')
  return (
    <Page>
      <PageHead title="Tableau de bord" />
      <section className={`${classes.box} ${classes.closed}`}>
        <p>
          Les chiffres de la pharmacie sont réservés aux personnes qui ont le droit de voir les rapports. Demandez au
          titulaire. Vos autres écrans restent accessibles.
        </p>
        <div>
          {others.map(({ path, title, icon: Icon }) => (
            <Button
              key={path}
              variant="default"
              component={Link}
              href={path}
              leftSection={<Icon size={18} aria-hidden />}
            >
              {title}
            </Button>
          ))}
        </div>
      </section>
    </Page>
  )
}
