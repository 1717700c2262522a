import type { InventoryLine } from '#shared/contract/inventories.ts'
import { stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { formatSigned } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/inventories/inventories.module.css'
import { lineStateWords } from '#backoffice/inventories/inventory-words.ts'
import { moneyColumn, nothing, numberColumn, sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'

/** The lots of an inventory: what was counted beside what the shelf should have held at that moment. */
export const inventoryLineColumns = sortedByServer([
  textColumn('label', 'Produit', ({ label }: InventoryLine) => label, { width: 230, grow: 1, strong: true }),
  {
    ...textColumn('lot', 'Lot', ({ lot }: InventoryLine) => lot, { width: 150 }),
    render: ({ lot, expiresOn }: InventoryLine) => (
      <>
        {lot ?? nothing} {expiresOn && <span className={text.quiet}>{formatMonth(expiresOn)}</span>}
      </>
    ),
  },
  textColumn('storage', 'Rang.', ({ storage }: InventoryLine) => storage, { width: 100, priority: 2 }),
  numberColumn('counted', 'Compté', ({ counted }: InventoryLine) => counted, { width: 88, strong: true }),
  numberColumn('expected', 'Attendu', ({ expected }: InventoryLine) => expected, { width: 88 }),
  {
    ...numberColumn('difference', 'Écart', ({ difference }: InventoryLine) => difference, { width: 80, strong: true }),
    render: ({ difference }: InventoryLine) => <Difference value={difference} />,
  },
  moneyColumn('value', 'Valeur', ({ value }: InventoryLine) => value, { width: 104 }),
  textColumn('reason', 'Raison', ({ reason }: InventoryLine) => reason && stockReasonWords[reason], {
    width: 130,
    grow: 0.6,
    priority: 2,
  }),
  textColumn('user', 'Par', ({ countedByName }: InventoryLine) => countedByName, { width: 140, priority: 3 }),
  {
    key: 'state',
    header: 'État',
    width: 120,
    render: ({ state }: InventoryLine) => (
      <StatusTag tone={lineStateWords[state].tone}>{lineStateWords[state].label}</StatusTag>
    ),
    exported: ({ state }: InventoryLine) => lineStateWords[state].label,
  },
])

function Difference({ value }: { value: number | null }) {
  if (value === null) return nothing
  if (value === 0) return <span className={text.quiet}>0</span>
  return <b className={value < 0 ? classes.less : classes.more}>{formatSigned(value, { decimals: 0 })}</b>
}
