import { IconInfoCircle } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { config } from '#shared/config.ts'
import { ApothecaryCabinet } from '#shared/session/apothecary-cabinet.tsx'
import classes from '#shared/session/sign-in-screen.module.css'
import { ConnectivityPill } from '#shared/ui/connectivity-pill.tsx'
import { HelpLink } from '#shared/ui/help-link.tsx'
import { Logo } from '#shared/ui/logo.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

interface PublicPageProps {
  title: string
  subtitle: string
  children: ReactNode
  /** What the user can rely on, under the form. */
  promise?: string
}

/** A page before anybody is signed in: the cabinet, a title, a form. */
export function PublicPage({ title, subtitle, children, promise }: PublicPageProps) {
  const { state, seconds } = useAtomValue(connectivityAtom)
  return (
    <main className={classes.screen}>
      <section className={classes.cabinet}>
        <ApothecaryCabinet />
      </section>
      <section className={classes.side}>
        <header className={classes.brand}>
          <Logo size={44} ground="light" named />
          <ConnectivityPill state={state} secondsOffline={seconds} ground="light" />
        </header>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.subtitle}>{subtitle}</p>
        {children}
        {promise && (
          <p className={classes.promise}>
            <IconInfoCircle size={24} aria-hidden />
            <span>{promise}</span>
          </p>
        )}
        <footer className={classes.foot}>
          <HelpLink href={config.helpUrl} withIcon={false} className={classes.help} />
          <span>Français</span>
        </footer>
      </section>
    </main>
  )
}
