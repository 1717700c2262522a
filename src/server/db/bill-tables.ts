import type { ColumnType, Generated } from 'kysely'
import type { BillRule } from '#shared/contract/bills.ts'
import type { Optional } from '#server/db/columns.ts'

/** Bills of payers, what they pay and what became of each line, column by column (see `tables.ts`). */
export type Bills = {
  pharmacy_id: string
  id: string
  number: string
  person_id: Optional<string>
  organization_id: Optional<string>
  company_id: Optional<string>
  /** `closed`: nothing is awaited any more. */
  status: Generated<'open' | 'closed' | 'canceled'>
  amount: number
  issued_on: string
  run_id: Optional<string>
  from_day: string
  to_day: string
  due_on: string
  label: Optional<string>
  created_by: Optional<string>
  created_at: Date
  sent_by: Optional<string>
  sent_at: Optional<Date>
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
  last_return: Optional<number>
}
export type BillLines = {
  pharmacy_id: string
  bill_id: string
  sale_id: string
  payment_id: string
  amount: number
  position: Generated<number>
  holds: Generated<boolean>
}
export type BillRules = {
  pharmacy_id: string
  payer_id: string
  period: BillRule['period']
  split: BillRule['split']
  most_lines: Optional<number>
  most_amount: Optional<number>
  payment_days: number
  foreclosure_days: Optional<number>
  prefix: string
  copies: number
  columns: string[]
  needs: string[]
}
export type BillSeries = { pharmacy_id: string; prefix: string; last: number }
export type BillPayments = {
  pharmacy_id: string
  id: string
  number: number
  person_id: Optional<string>
  organization_id: Optional<string>
  company_id: Optional<string>
  means: 'TRANSFER' | 'CHEQUE' | 'MOBILE_MONEY' | 'CASH'
  amount: number
  paid_on: string
  reference: Optional<string>
  note: Optional<string>
  created_by: string
  created_at: Date
  canceled_by: Optional<string>
  canceled_at: Optional<Date>
  cancel_reason: Optional<string>
  /** Kept by triggers: what of it is for no bill and was not given back. */
  ahead: Generated<number>
}
export type BillPaymentReturns = {
  pharmacy_id: string
  id: string
  bill_payment_id: string
  amount: number
  means: BillPayments['means']
  returned_on: string
  reference: Optional<string>
  reason: string
  created_by: string
  created_at: Date
  undone_at: Optional<Date>
  undone_by: Optional<string>
  undo_reason: Optional<string>
  disbursement_id: Optional<string>
}
export type BillPaymentLines = {
  pharmacy_id: string
  bill_payment_id: string
  position: number
  voucher: Optional<string>
  insured_number: Optional<string>
  beneficiary: Optional<string>
  amount: number
  explained: Optional<string>
  decided_by: Optional<string>
  decided_at: Optional<Date>
}
export type BillSettlements = {
  pharmacy_id: string
  id: string
  bill_id: string | null
  sale_id: string
  payment_id: string
  kind: 'paid' | 'charged' | 'written-off' | 'presented-again'
  amount: number
  bill_payment_id: Optional<string>
  movement_id: Optional<string>
  client_id: Optional<string>
  note_number: Optional<number>
  reason: Optional<string>
  settled_by: Optional<string>
  settled_at: Date
  undone_at: Optional<Date>
}
export type BillFiles = {
  pharmacy_id: string
  id: string
  bill_id: string
  format: 'pdf' | 'csv' | 'xlsx'
  row_count: Optional<number>
  content: Optional<Buffer>
}
export type BillBatches = {
  pharmacy_id: string
  id: string
  kind: 'print' | 'export' | 'mail' | 'mark'
  format: Optional<'pdf' | 'csv' | 'xlsx'>
  content: Optional<Buffer>
}
export type BillBatchItems = {
  pharmacy_id: string
  batch_id: string
  bill_id: string
  position: number
  done_at: Optional<Date>
  error: ColumnType<unknown, string | null | undefined, string | null>
  mail_id: Optional<string>
}
/** `profile`: of the kind that its origin has. */
export type FileProfiles = { pharmacy_id: string; origin: string; profile: ColumnType<object, string, string> }
export type MoneyStatements = {
  pharmacy_id: string
  id: string
  kind: 'mobile-money' | 'bank'
  account: string
  from_day: string
  to_day: string
  file_name: Optional<string>
  created_by: string
  created_at: Date
}
export type MoneyStatementLines = {
  pharmacy_id: string
  statement_id: string
  position: number
  day: string
  minutes: Optional<number>
  reference: Optional<string>
  phone: Optional<string>
  label: Optional<string>
  amount: number
  fee: Generated<number>
  commission: Generated<number>
  fee_account: Optional<'6315' | '6317' | '6318'>
  way: Optional<'reference' | 'phone' | 'amount' | 'hand'>
  explained: Optional<string>
  decided_by: Optional<string>
  decided_at: Optional<Date>
}
export type MoneyLineMatches = {
  pharmacy_id: string
  statement_id: string
  position: number
  ordinal: number
  movement_id: Optional<string>
  bill_payment_id: Optional<string>
  bill_return_id: Optional<string>
}
export type BillFollowUps = {
  pharmacy_id: string
  id: string
  person_id: Optional<string>
  organization_id: Optional<string>
  company_id: Optional<string>
  kind: 'reminder' | 'promise' | 'dispute'
  step: Optional<number>
  channel: Optional<'letter' | 'mail' | 'message' | 'phone'>
  amount: Optional<number>
  promised_on: Optional<string>
  bill_id: Optional<string>
  note: Optional<string>
  created_by: string
  created_on: string
  created_at: Date
  ended_by: Optional<string>
  ended_at: Optional<Date>
  end_note: Optional<string>
}
export type BillRuns = {
  pharmacy_id: string
  id: string
  from_day: string
  to_day: string
  payer_ids: string[]
  with_incomplete: boolean
  with_earlier: Generated<boolean>
  with_ahead: Generated<boolean>
}
