import type { Payment } from '#shared/domain/payment.ts'
import type { Difference } from '#shared/domain/register/closing.ts'
import type { CountedDenomination } from '#shared/domain/register/denominations.ts'
import { isInDrawer, type MovementKind, type RegisterMovement } from '#shared/domain/register/movements.ts'
import { isCountedApart, isSameMeans, type Means } from '#shared/domain/register/totals.ts'

/** A line of the ledger with who wrote it, when (an instant in UTC) and for which sale. */
export type LedgerLine = RegisterMovement & {
  id: string
  at: string
  userId: string
  saleId: string | null
  reason?: string | null
}

/** Of its payments those in cash speak, with what was handed over. */
type Paid = { type: 'CASH'; amount: number; tendered: number } | { type: Exclude<Payment['type'], 'CASH'> }
export type SoldThatDay = {
  id: string
  records: readonly { quantity: number }[]
  payments: readonly Paid[]
  isCanceled: boolean
}

/** All that the terminal knows of a register when its count is in. */
export type CountedDay = {
  movements: readonly LedgerLine[]
  sales: readonly SoldThatDay[]
  differences: readonly Difference[]
  denominations: readonly CountedDenomination[]
  /** How the drawer was counted the last time; null: never. */
  countedBefore: readonly CountedDenomination[] | null
  /** Of other days. */
  pastDisbursements: readonly { reason: string; amount: number }[]
}

/** What speaks for a cause, with the sale, the movement or the number that it is about. Amounts in minor units. */
export type Evidence =
  | { kind: 'recorded-not-moved'; movementId: string; saleId: string | null; twinId: string | null }
  | { kind: 'wrong-side'; movementId: string; saleId: string | null }
  | { kind: 'half-moved'; movementId: string; saleId: string | null }
  | { kind: 'wrong-note'; saleId: string; keyed: number; received: number }
  | { kind: 'wrong-means'; movementId: string; saleId: string | null; keyed: Means; used: Means }
  | { kind: 'refund-not-given'; movementId: string; saleId: string | null }
  | { kind: 'missing-disbursement'; reason: string | null; timesSeen: number }
  | {
      kind: 'digits-swapped'
      typed: number
      meant: number
      of:
        | { kind: 'count'; form: CountedDenomination['form']; value: number }
        | { kind: 'means'; means: Means }
        | { kind: 'movement'; movementId: string }
    }
  | {
      kind: 'miscounted'
      form: CountedDenomination['form']
      value: number
      counted: number
      meant: number
      before: number | null
    }
export type CauseKind = Evidence['kind']

/**
 * One way in which the gap may have come about. `chance`: how likely this very gap is, once such a slip happened, between 0 and 1; all
 * suspicions of a kind together are at most about 1. `explains`: how many of the differences it makes even.
 */
export type Suspicion<Of extends Evidence = Evidence> = { chance: number; explains: number; evidence: Of }

/** `row` is one of the day's differences that is not 0. */
export type Rule<Kind extends CauseKind> = (
  day: CountedDay,
  row: Difference,
) => Suspicion<Extract<Evidence, { kind: Kind }>>[]

/** The means that a line moved; null: none that is counted. */
export function meansOf(line: RegisterMovement): Means | null {
  if (isInDrawer(line)) return { type: 'CASH', operator: null }
  if (line.kind === 'rounding' || !isCountedApart(line.type)) return null
  return { type: line.type, operator: line.operator ?? null }
}

export function linesOfMeans({ movements }: Pick<CountedDay, 'movements'>, means: Means): LedgerLine[] {
  return movements.filter((line) => {
    const moved = meansOf(line)
    return moved !== null && isSameMeans(moved, means)
  })
}

/** Lines that somebody typed by hand beside the sales. */
export function isTypedLine({ kind }: { kind: MovementKind }): boolean {
  return kind === 'disbursement' || kind === 'cash-in' || kind === 'deposit' || kind === 'collection'
}
