import type { ReactNode } from 'react'
import type { ListDeclaration } from '#backoffice/ui/lists/list-declaration.ts'
import { ListFilterBar } from '#backoffice/ui/lists/list-filter-bar.tsx'
import { ListPageHead } from '#backoffice/ui/lists/list-page-head.tsx'
import { ListRows } from '#backoffice/ui/lists/list-rows.tsx'
import { useOpenList } from '#backoffice/ui/lists/use-open-list.tsx'
import { Page } from '#backoffice/ui/page.tsx'

interface ListScreenProps<Row extends { id: string }, Query, Reply> {
  list: ListDeclaration<Row, Query, Reply>
  /** The first control of its head. */
  lead?: ReactNode
}

/** Draws a list that is declared as data. */
export function ListScreen<Row extends { id: string }, Query, Reply>({
  list,
  lead,
}: ListScreenProps<Row, Query, Reply>) {
  const { Above, Body } = list
  const opened = useOpenList(list)
  return (
    <Page panel={opened.panel} scrolls={Body !== undefined}>
      <ListPageHead opened={opened} lead={lead} />
      <ListFilterBar opened={opened} />
      {Above && <Above {...opened.asked} />}
      {Body ? <Body {...opened.asked} /> : <ListRows opened={opened} />}
    </Page>
  )
}
