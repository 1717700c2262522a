import type { AwaitedLine } from '#shared/contract/bill-payments.ts'
import type { RemittanceLine } from '#shared/domain/billing/remittance-file.ts'
import { fateWords, type RemittanceFate, whyNot } from '#backoffice/bills/remittance-words.ts'
import { dayColumn, moneyColumn, numberColumn, stateColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'

/** A line of the file with the line of a bill that it speaks of. */
export type MatchedRow = {
  line: number
  row: RemittanceLine | null
  outcome: RemittanceFate
  awaited: AwaitedLine | null
  /** What of its money is for the awaited line, in minor units. */
  takes: number
  /** Why it could not be read. */
  reasons: readonly string[]
}

export const remittanceColumns = [
  numberColumn<MatchedRow>('line', 'Ligne', ({ line }) => line, { width: 72 }),
  textColumn<MatchedRow>('voucher', 'N° du bon', ({ row }) => row?.voucher ?? null, { width: 130 }),
  textColumn<MatchedRow>(
    'beneficiary',
    'Bénéficiaire',
    ({ row, awaited }) => awaited?.beneficiary ?? row?.beneficiary ?? null,
    { strong: true, width: 180, grow: 1 },
  ),
  textColumn<MatchedRow>('bill', 'Facture', ({ awaited }) => awaited?.billNumber ?? null, { width: 120 }),
  dayColumn<MatchedRow>('day', 'Vendu le', ({ awaited }) => awaited?.day ?? null),
  moneyColumn<MatchedRow>('left', 'Reste dû', ({ awaited }) => awaited?.left ?? null, { width: 110 }),
  moneyColumn<MatchedRow>('paid', 'Réglé', ({ row }) => row?.paid ?? null, { width: 110, strong: true }),
  stateColumn<MatchedRow>('outcome', 'Résultat', ({ outcome }) => fateWords[outcome], { width: 130 }),
  textColumn<MatchedRow>(
    'why',
    'Pourquoi',
    ({ row, outcome, reasons }) => reasons.join(' ') || row?.reason || whyNot[outcome] || null,
    { width: 240, grow: 1 },
  ),
]
