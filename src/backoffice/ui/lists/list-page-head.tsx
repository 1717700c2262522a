import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageHead } from '#shared/ui/page-head.tsx'
import { plural } from '#shared/ui/plural.ts'
import { exportKey } from '#backoffice/ui/list-address.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ColumnMenu } from '#backoffice/ui/lists/column-menu.tsx'
import type { AskedProps } from '#backoffice/ui/lists/list-declaration.ts'
import type { OpenedList } from '#backoffice/ui/lists/use-open-list.tsx'
import { periodText } from '#backoffice/ui/periods.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface ListPageHeadProps<Row extends { id: string }, Query, Reply> {
  opened: OpenedList<Row, Query, Reply>
  /** The first control of the head. */
  lead: ReactNode
}

/** The head of a list: its title with the counts, the controls of its filters, its buttons. */
export function ListPageHead<Row extends { id: string }, Query, Reply>({
  opened,
  lead,
}: ListPageHeadProps<Row, Query, Reply>) {
  const { list, filters, state, rows, columns, fileColumns, asked, hasPanel, mayCreate, newLabel, filterProps } = opened
  const { title, words, Actions, Body } = list
  return (
    <PageHead
      title={title}
      facts={<ListFacts opened={opened} />}
      actions={
        <>
          {lead}
          {filters.map(({ keys, Head }, index) => Head && <Head key={keys.join()} {...filterProps(index)} />)}
          {Actions && <Actions {...asked} reply={rows.newest} />}
          {!Body && <ColumnMenu columns={columns} compact={hasPanel} />}
          {rows.exported && (
            <ListExport
              name={words?.exportName ?? title}
              columns={fileColumns}
              filters={filterWords(asked)}
              source={rows.exported}
              {...(rows.readCsv ? { readCsv: rows.readCsv } : {})}
              isLocal={rows.table.isLocal === true || rows.isWhole === true}
              isAsked={state.values[exportKey] !== undefined}
              onClose={() => state.change({ [exportKey]: null })}
            />
          )}
          {mayCreate && !state.isAdding && (
            <WriteButton leftSection={<IconPlus size={18} aria-hidden />} onClick={state.add}>
              {newLabel}
            </WriteButton>
          )}
        </>
      }
    />
  )
}

/**
 * The active filters in words, for the trace of an export. A usual period and the search have no chip, so they are
 * added.
 */
function filterWords<Query>({ query, chips }: AskedProps<Query>): string {
  const { from, to, search } = query as { from?: string; to?: string; search?: string }
  const days = periodText(from, to)
  const labels = chips.map(({ label }) => label).filter((label) => label !== days)
  return [from || to ? days : '', search ? `« ${search} »` : '', ...labels].filter(Boolean).join(', ')
}

/** Beside the title: how many rows the filters keep, and their sums. */
function ListFacts<Row extends { id: string }, Query, Reply>({
  opened: { list, rows, asked, hasPanel },
}: {
  opened: OpenedList<Row, Query, Reply>
}) {
  const { noun, sums, facts } = list
  if (facts) return rows.newest && facts(rows.newest, asked.query)
  const sumsShown = rows.newest && sums?.(rows.newest)
  // Beside a panel there is room for sums only.
  if (rows.total === undefined || (hasPanel && !sumsShown)) return null
  return (
    <>
      {plural(rows.total, noun.one, noun.many)}
      {sumsShown && <>, {sumsShown}</>}
    </>
  )
}
