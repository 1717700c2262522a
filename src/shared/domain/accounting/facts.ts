import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'

/** Goods of one tax group, with tax, in minor units; `taxed`: after the discount. Null: sold without a group. */
export type GroupSum = { group: TaxGroup | null; gross: number; taxed: number; tax: number }
/** Money by a means; `third`: the payer, the client or the operator of mobile money, by id or name. */
export type MeansSum = { type: string; amount: number; third: string | null }

/** The money and the goods of a sale, as its own version kept them. */
type SaleFact = {
  number: number
  groups: readonly GroupSum[]
  /** AIB, rounding and stamp duty in minor units. */
  levied: number
  rounding: number
  stampDuty: number
  payments: readonly MeansSum[]
}
type Paid = { number: number; third: string | null; means: string; amount: number }
/** A payer of vouchers: an insurer or social security, else a client. */
type Payer = { third: string | null; isInsurer: boolean }

/**
 * What the ledgers say of one thing that the accounts book. Amounts in minor units; each is of what is, so that a thing
 * that was canceled before it counted has no fact.
 */
export type FactContent =
  | ({ kind: 'sale' } & SaleFact)
  /** A sale that was canceled or replaced, on the day on which its money was undone. */
  | ({ kind: 'undone-sale' } & SaleFact)
  | {
      kind: 'return'
      number: number
      saleNumber: number
      groups: readonly GroupSum[]
      rounding: number
      refunds: readonly MeansSum[]
    }
  | { kind: 'collection'; type: string; amount: number; operator: string | null; third: string | null }
  /** Cash that left a drawer for the bank, and its arrival there: one fact each, because each has its journal. */
  | { kind: 'deposit' | 'banked'; amount: number }
  /** Cash that left a drawer: what it paid, else its reason. */
  | {
      kind: 'disbursement'
      number: number
      amount: number
      reasonId: string
      supplier: string | null
      payer: { third: string; isInsurer: boolean } | null
    }
  /** What a count found, by means. */
  | { kind: 'gap'; number: number; gaps: readonly { type: string; operator: string | null; gap: number }[] }
  | ({ kind: 'bill-payment' | 'bill-return' } & Paid & Payer)
  | ({ kind: 'write-off'; number: number | null; amount: number } & Payer)
  /** What an insurer refused and the patient owes. */
  | ({ kind: 'charge'; number: number | null; client: string; amount: number } & Payer)
  /** `aib`: what its invoice adds; absent without one, so that what was booked before stays as it was. */
  | { kind: 'delivery'; number: number; note: string; third: string; net: number; vat: number; aib?: number }
  | { kind: 'statement'; number: number; reference: string; third: string; total: number }
  | { kind: 'claim-credit'; number: string; third: string; amount: number }
  | { kind: 'supplier-return'; number: number; third: string; amount: number }
  /** `isApart`: counted beside the statements of its supplier; otherwise one of them contains it. */
  | { kind: 'return-credit'; number: string; third: string; amount: number; isApart: boolean }
  | { kind: 'given-up'; number: number; third: string; amount: number }
  | ({ kind: 'supplier-payment' } & Paid)
  /** By how much the value of the stock changed on a day, at cost. */
  | { kind: 'stock'; change: number }
  | {
      kind: 'fee'
      account: '6315' | '6317' | '6318'
      statement: 'bank' | 'mobile-money'
      third: string | null
      amount: number
    }

/** `key`: the same for the same thing in every export. `day`: of the pharmacy. */
export type Fact = { key: string; day: string; content: FactContent }
