import { minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import type { Difference } from '#shared/domain/register/closing.ts'
import type { CountedDenomination } from '#shared/domain/register/denominations.ts'
import { isInDrawer, type MovementKind, type RegisterMovement } from '#shared/domain/register/movements.ts'
import { isCountedApart, isSameMeans, type Means } from '#shared/domain/register/totals.ts'

/** A line of the register's ledger with its author, time (UTC instant) and sale. */
export type LedgerLine = RegisterMovement & {
  id: string
  at: string
  userId: string
  saleId: string | null
  reason?: string | null
}

/** Only cash payments have amounts here, with the amount handed over. */
type Paid =
  | { type: 'CASH'; amount: number; tendered: number; stampDuty?: number | undefined }
  | { type: Exclude<Payment['type'], 'CASH'> }
export type SoldThatDay = {
  id: string
  records: readonly { quantity: number }[]
  payments: readonly Paid[]
  isCanceled: boolean
}

/** Everything the terminal knows of a register after its count. Amounts in minor units. */
export type CountedDay = {
  movements: readonly LedgerLine[]
  sales: readonly SoldThatDay[]
  differences: readonly Difference[]
  denominations: readonly CountedDenomination[]
  /** The previous drawer count; null: none. */
  countedBefore: readonly CountedDenomination[] | null
  /** On other days. */
  pastDisbursements: readonly { reason: string; amount: number }[]
}

/** The evidence for a cause, with the sale, movement or number concerned. Amounts in minor units. */
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
 * A possible cause of a gap. `chance`: probability of exactly this gap given that kind of mistake, 0…1; the chances of
 * all suspicions of a kind add up to about 1 at most. `explains`: how many of the differences it resolves.
 */
export type Suspicion<Of extends Evidence = Evidence> = { chance: number; explains: number; evidence: Of }

/** `row`: a difference with a gap other than 0. */
export type Rule<Kind extends CauseKind> = (
  day: CountedDay,
  row: Difference,
) => Suspicion<Extract<Evidence, { kind: Kind }>>[]

/** The counted means that a line moved; null when it moved none. */
export function meansOf(line: RegisterMovement): Means | null {
  if (isInDrawer(line)) return { type: 'CASH', operator: null }
  if (line.kind === 'rounding' || !isCountedApart(line.type)) return null
  return { type: line.type, operator: line.operator ?? null }
}

/**
 * The lines that moved this means; the cash of a sale with its stamp duty, which is handed over with it. Law: they add up
 * to what the means moved.
 */
export function linesOfMeans({ movements }: Pick<CountedDay, 'movements'>, means: Means): LedgerLine[] {
  const moving = movements.filter((line) => {
    const moved = meansOf(line)
    return moved !== null && isSameMeans(moved, means)
  })
  const duties = new Map(moving.filter(isDuty).map((line) => [saleSideOf(line), line]))
  if (duties.size === 0) return moving
  // The first cash line of a sale takes its duty.
  const joined = moving.flatMap((line) => {
    if (isDuty(line)) return []
    const duty = line.kind === 'sale' || line.kind === 'refund' ? duties.get(saleSideOf(line)) : undefined
    if (!duty) return [line]
    duties.delete(saleSideOf(line))
    return [{ ...line, amount: minor(line.amount + duty.amount) }]
  })
  return [...joined, ...duties.values()]
}

function isDuty({ kind }: LedgerLine): boolean {
  return kind === 'stamp-duty'
}

/** The sale of a line, and whether the line takes or gives back. */
function saleSideOf({ saleId, amount }: LedgerLine): string {
  return `${saleId} ${amount > 0}`
}

/** Lines entered by hand, not by a sale. */
export function isTypedLine({ kind }: { kind: MovementKind }): boolean {
  return kind === 'disbursement' || kind === 'cash-in' || kind === 'deposit' || kind === 'collection'
}
