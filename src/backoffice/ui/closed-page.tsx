import type { ReactNode } from 'react'
import { PageHead } from '#shared/ui/page-head.tsx'
import classes from '#backoffice/ui/page.module.css'
import { Page } from '#backoffice/ui/page.tsx'

/** Shown instead of a screen that the member has no right to: names the right and who grants it. Sends no request. */
export function ClosedPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page>
      <PageHead title={title} />
      <section className={classes.closed}>{children} Le titulaire peut vous le donner.</section>
    </Page>
  )
}
