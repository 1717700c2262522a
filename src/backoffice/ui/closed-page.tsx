import type { ReactNode } from 'react'
import { PageHead } from '#shared/ui/page-head.tsx'
import { rightText } from '#backoffice/ui/right-words.ts'
import type { Screen } from '#backoffice/ui/screens.ts'
import classes from '#backoffice/ui/page.module.css'
import { Page } from '#backoffice/ui/page.tsx'

/** Shown instead of a screen that the member has no right to: names the right and who grants it. Sends no request. */
export function ClosedPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page>
      <PageHead title={title} />
      <section className={classes.closed}>{children} Demandez au titulaire.</section>
    </Page>
  )
}

/** Shown at the address of a screen whose call the member may not make. */
export function ClosedScreen({ screen: { title, call } }: { screen: Screen }) {
  return (
    <ClosedPage title={title}>
      Réservé aux personnes qui ont le droit {`«\u00a0${rightText(call.permission)}\u00a0»`}.
    </ClosedPage>
  )
}
