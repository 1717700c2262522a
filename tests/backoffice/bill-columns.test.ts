import { expect, test } from 'vitest'
import { billPaymentColumns } from '#backoffice/bills/bill-payments-screen.tsx'
import { billColumns } from '#backoffice/bills/bills-screen.tsx'
import { voucherColumns } from '#backoffice/bills/vouchers-screen.tsx'
import { type Column, columnsThatFit } from '#shared/ui/data-table-column.ts'

/** Px for columns in a window of 1440 and on a phone of 390; rows that are ticked leave 38 less. */
const [wide, phone, ticks] = [1180, 340, 38]

test.each<[name: string, columns: readonly Column<never>[], ticks: number, onPhone: string[]]>([
  ['bills', billColumns, ticks, ['Payeur', 'Reste dû']],
  ['payments', billPaymentColumns, 0, ['Reçu le', 'Payeur', 'Montant']],
  ['vouchers', voucherColumns, 0, ['Vendu le', 'Payeur', 'Montant']],
])('the columns of %s are not cut off, and a phone shows who and how much', (_, columns, ticked, onPhone) => {
  const kept = (width: number) => columnsThatFit(columns, width - ticked, false)
  const widthOf = (shown: readonly Column<never>[]) => shown.reduce((sum, column) => sum + column.width, 0)
  expect(kept(wide)).toHaveLength(columns.length)
  expect(kept(phone).map(({ header }) => header)).toEqual(onPhone)
  for (const width of [wide, 900, 600, phone]) expect(widthOf(kept(width))).toBeLessThanOrEqual(width - ticked)
})
