import type { Disbursement } from '#shared/contract/disbursements.ts'
import { dayColumn, hourColumn, moneyColumn, numberColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'

export const disbursementColumns = [
  numberColumn('number', 'N°', ({ number }: Disbursement) => number, { strong: true, width: 64 }),
  { ...dayColumn('day', 'Date', ({ spentAt }: Disbursement) => spentAt), sortKey: 'spentAt' },
  hourColumn('hour', 'Heure', ({ spentAt }: Disbursement) => spentAt),
  textColumn('reason', 'Motif', ({ reason }: Disbursement) => reason, { width: 160, grow: 1 }),
  textColumn('beneficiary', 'Bénéficiaire', ({ beneficiary }: Disbursement) => beneficiary, {
    width: 140,
    grow: 0.8,
    priority: 2,
  }),
  textColumn('note', 'Note', ({ note }: Disbursement) => note, { grow: 0.8, priority: 3 }),
  textColumn('user', 'Par', ({ userName }: Disbursement) => userName, { width: 140, grow: 0.6 }),
  moneyColumn('amount', 'Montant', ({ amount }: Disbursement) => amount, { strong: true }),
].map((column) => ({ ...column, sortable: true }))
