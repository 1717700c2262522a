import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import classes from '#backoffice/ui/imports/imports.module.css'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'

interface CheckedRowsProps<Outcome extends string, Row extends { line: number; outcome: Outcome }> {
  label: string
  rows: readonly Row[]
  columns: readonly ExportedColumn<Row>[]
  /** In the order in which they are offered. An outcome without rows is not offered. */
  outcomes: readonly Outcome[]
  words: Record<Outcome, { many: string }>
  /** The outcome whose rows are shown first; without it, all rows. */
  first?: Outcome | undefined
  exportName: (shown: Outcome | 'all') => string
}

/** The rows of a checked file with what the import would do to each: all, or those of one outcome; exported as shown. */
export function CheckedRows<Outcome extends string, Row extends { line: number; outcome: Outcome }>({
  label,
  rows,
  columns,
  outcomes,
  words,
  first,
  exportName,
}: CheckedRowsProps<Outcome, Row>) {
  const [chosen, setShown] = useState<Outcome | 'all'>(first ?? 'all')
  const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome)
  // The last row of an outcome may have been set aside.
  const shown = chosen !== 'all' && of(chosen).length === 0 ? 'all' : chosen
  const kept = shown === 'all' ? rows : of(shown)
  return (
    <>
      <div ref={intoView} className={classes.tools}>
        <SegmentedControl
          aria-label="Lignes montrées"
          value={shown}
          onChange={(value) => setShown(value)}
          data={[
            { value: 'all' as const, label: `Toutes (${count(rows.length)})` },
            ...outcomes
              .filter((outcome) => of(outcome).length > 0)
              .map((outcome) => ({ value: outcome, label: `${words[outcome].many} (${count(of(outcome).length)})` })),
          ]}
        />
        <ListExport name={exportName(shown)} isLocal isOwnFile columns={columns} source={() => ({ rows: kept })} />
      </div>
      <TableRoom rows={kept.length}>
        <ListRoom>
          <DataTable label={label} columns={columns} rows={kept} rowKey={({ line }) => String(line)} question={shown} />
        </ListRoom>
      </TableRoom>
    </>
  )
}

const count = (rows: number) => formatAmount(rows, { decimals: 0 })

/** Scrolls the result into view below the long list of columns. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'start' })
