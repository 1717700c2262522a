import type { ReactNode } from 'react'
import { PageHead } from '#shared/ui/page-head.tsx'
import classes from '#backoffice/ui/page.module.css'
import { Page } from '#backoffice/ui/page.tsx'

/** A screen that this member has no right to: which right it takes, and who gives it. Nothing is asked of the server. */
export function ClosedPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page>
      <PageHead title={title} />
      <section className={classes.closed}>{children} Le titulaire peut vous le donner.</section>
    </Page>
  )
}
