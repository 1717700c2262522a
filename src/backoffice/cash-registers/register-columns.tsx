import type { CashRegister } from '#shared/contract/cash-registers.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { byState, registerState } from '#backoffice/cash-registers/register-words.ts'
import { Gap } from '#backoffice/ui/gap.tsx'
import { countColumn, type ListColumn, momentColumn, moneyColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'

type Compare = (one: CashRegister, other: CashRegister) => number

/** A column that sorts the rows in memory. */
function sorted<Shape>(compare: Compare, shape: Shape) {
  return { ...shape, sortable: true, compare }
}

const byText =
  (textOf: (register: CashRegister) => string | null): Compare =>
  (one, other) =>
    (textOf(one) ?? '').localeCompare(textOf(other) ?? '', 'fr')
/** Unknown (null) gaps sort before known ones. */
const byNumber =
  (numberOf: (register: CashRegister) => number | null): Compare =>
  (one, other) =>
    (numberOf(one) ?? -Infinity) - (numberOf(other) ?? -Infinity) || 0

/** The gap of the first count, which is judged. */
const judgedGap = ({ gap, firstGap }: CashRegister): number | null => firstGap ?? gap

export const registerColumns: readonly ListColumn<CashRegister>[] = [
  {
    ...textColumn('etat', 'État', (row: CashRegister) => registerState(row).label, sorted(byState, { width: 124 })),
    render: (row) => <State row={row} />,
  },
  momentsColumn('ouverte', 'Ouverte le', ({ openedAt }) => openedAt),
  nameColumn('par', 'Ouverte par', ({ openedByName }) => openedByName, { strong: true, width: 140, grow: 1 }),
  nameColumn('tenue', 'Caissier actuel', ({ heldByName }) => heldByName, { priority: 3 }),
  moneyColumn(
    'fond',
    'Fond',
    ({ float }) => float,
    sorted(
      byNumber(({ float }) => float),
      { width: 88 },
    ),
  ),
  momentsColumn('fermee', 'Fermée le', ({ closedAt }) => closedAt, { priority: 1 }),
  nameColumn('fermee-par', 'Fermée par', ({ closedByName }) => closedByName, { priority: 2 }),
  countColumn(
    'ventes',
    'Ventes',
    ({ sales }) => sales,
    sorted(
      byNumber(({ sales }) => sales),
      { width: 76 },
    ),
  ),
  {
    ...moneyColumn('ecart', 'Écart', judgedGap, sorted(byNumber(judgedGap), { width: 92 })),
    render: (row) => (
      <>
        <Gap amount={judgedGap(row)} />
        {row.firstGap !== null && row.firstGap !== row.gap && (
          <>
            {' '}
            <small>
              (recompté <Gap amount={row.gap} />)
            </small>
          </>
        )}
      </>
    ),
  },
]

function nameColumn(
  key: string,
  header: string,
  read: (row: CashRegister) => string | null,
  shape: { strong?: boolean; width?: number; grow?: number; priority?: number },
): ListColumn<CashRegister> {
  return textColumn(key, header, read, sorted(byText(read), { width: 130, grow: 0.8, ...shape }))
}

function momentsColumn(
  key: string,
  header: string,
  read: (row: CashRegister) => string | null,
  shape: { priority?: number } = {},
): ListColumn<CashRegister> {
  return momentColumn(key, header, read, sorted(byText(read), shape))
}

function State({ row }: { row: CashRegister }) {
  const { label, tone } = registerState(row)
  return <StatusTag tone={tone}>{label}</StatusTag>
}
