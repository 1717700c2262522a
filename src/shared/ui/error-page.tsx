import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './error-page.module.css'

interface ErrorPageProps {
  /** What happened. */
  title?: string
  /** What was saved, and what to do. */
  text?: ReactNode
  buttonLabel?: string
  /** The home page: '/kiosk/', '/backoffice/'. */
  homeHref?: string
  /** Replaces the link home by an action (retry, reload). */
  onButton?: () => void
  /** A second action beside it. */
  action?: ReactNode
}

/** A page in place of one that cannot be shown, with one action. */
export function ErrorPage({
  title = 'Cette page ne peut pas s’afficher',
  text = 'Votre saisie est conservée.',
  buttonLabel = 'Retour à l’accueil',
  homeHref = '/',
  onButton,
  action,
}: ErrorPageProps) {
  return (
    <main className={classes.page}>
      <div className={classes.body}>
        <span className={classes.sign}>
          <IconAlertCircle size={34} aria-hidden />
        </span>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className={classes.actions}>
          {onButton ? (
            <Button size="md" onClick={onButton}>
              {buttonLabel}
            </Button>
          ) : (
            <Button size="md" component="a" href={homeHref}>
              {buttonLabel}
            </Button>
          )}
          {action}
        </div>
      </div>
    </main>
  )
}
