import { minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import type { CountedDay, LedgerLine, SoldThatDay } from '#shared/domain/register/causes/counted-day.ts'
import { differences, type Count } from '#shared/domain/register/closing.ts'
import { explainDifference, type Cause } from '#shared/domain/register/explain-difference.ts'
import {
  movementsOfReversal,
  movementsOfSale,
  type RegisterMovement,
  type TakenIn,
} from '#shared/domain/register/movements.ts'
import type { Means } from '#shared/domain/register/totals.ts'

/** What somebody did at the drawer of this terminal that is no sale; `reason` of what was paid out, `clientId` of who paid what he owed. `at`: an instant in UTC. */
export type TillGesture = {
  id: string
  at: string
  userId: string
  movement: RegisterMovement
  reason: string | null
  clientId?: string | undefined
}
/** A difference that a hand-over found, in minor units: since then it is as if that money had come or gone. */
export type FoundGap = Means & { amount: number }
/** One that was found on this terminal, by the id of its count: the server may tell of it too. */
type FoundHere = FoundGap & { countId: string }

/** The register of a member as this terminal made or found it. `float` in minor units; missing: nobody said, and it is 0. */
export type TillRegister = {
  id: string
  openedAt: string
  userId: string
  float?: number
  gestures?: readonly TillGesture[]
  found?: readonly FoundHere[]
}

/** A sale that this terminal ended in the register. `replaces`: the closed sale whose money it takes the place of; `replacedMoney`: missing where only the register's lines say it. */
export type EndedSale = {
  id: string
  identifier: string
  soldAt: string
  sellerId: string
  records: readonly { quantity: number }[]
  payments: readonly Payment[]
  rounding: number
  replaces: string | null
  replacedMoney?: TakenIn | undefined
}

/** The same register as the server told it, line by line. */
export type KnownLedger = {
  lines: readonly (Omit<LedgerLine, 'amount'> & { amount: number })[]
  sales: readonly (SoldThatDay & { number: number; soldAt: string; sellerName: string })[]
  found: readonly FoundGap[]
  /** Ids of the counts that `found` comes from, those that came out even too. */
  counts: readonly string[]
  pastDisbursements: CountedDay['pastDisbursements']
  countedBefore: CountedDay['countedBefore']
}

/** How a sale is called: the server's number, or the terminal's identifier until there is one. */
export type NamedSale = SoldThatDay & {
  soldAt: string
  number: number | null
  identifier: string | null
  sellerId: string | null
  sellerName: string | null
}

export type TillLedger = { movements: LedgerLine[]; sales: NamedSale[]; found: RegisterMovement[] }

/**
 * All that is known here of a register: what the server said of it, and what this terminal did that it has not said yet. Each sale and each gesture
 * is counted once, whoever tells of it.
 */
export function tillLedger(register: TillRegister, ended: readonly EndedSale[], known: KnownLedger | null): TillLedger {
  const lines: LedgerLine[] = (known?.lines ?? []).map((line) => ({ ...line, amount: minor(line.amount) }))
  const told = new Set([...lines.map(({ id }) => id), ...(known?.sales ?? []).map(({ id }) => id)])
  const own = ended.filter(({ id }) => !told.has(id))
  // It was opened once, under whatever id the server tells it.
  const opening = lines.some(({ kind }) => kind === 'float') ? [] : openingOf(register)
  const gestures = [...opening, ...(register.gestures ?? [])].filter(({ id }) => !told.has(id))
  const before = [...lines, ...gestures.map(lineOfGesture), ...own.flatMap(linesOfSale)]
  const replaced = new Set(own.flatMap(({ replaces }) => replaces ?? []))
  return {
    movements: inOrder([...before, ...own.flatMap((sale) => reversalOf(sale, register.id, before))]),
    sales: [
      ...(known?.sales ?? []).map((sale) => ({ ...sale, identifier: null, sellerId: null })),
      ...own.map(saleOf),
    ].map((sale) => ({ ...sale, isCanceled: sale.isCanceled || replaced.has(sale.id) })),
    found: [
      ...(known?.found ?? []),
      ...(register.found ?? []).filter(({ countId }) => !known?.counts.includes(countId)),
    ].map(({ type, operator, amount }) => ({ kind: 'cash-in', type, operator, amount: minor(amount) })),
  }
}

/** The ledger as it stood at an instant in UTC, that instant included: what a hand-over was counted for, as what came later is the next one's. */
export function ledgerUntil({ movements, sales, found }: TillLedger, at: string): TillLedger {
  const isBefore = (instant: string) => Date.parse(instant) <= Date.parse(at)
  return {
    movements: movements.filter((line) => isBefore(line.at)),
    sales: sales.filter(({ soldAt }) => isBefore(soldAt)),
    found,
  }
}

/** What must be there, each means with its difference, and why it may differ: likeliest first. */
export function explainCount(
  ledger: TillLedger,
  count: Count,
  past: Pick<CountedDay, 'pastDisbursements' | 'countedBefore'>,
): { differences: ReturnType<typeof differences>; causes: Cause[] } {
  const rows = differences([...ledger.movements, ...ledger.found], count)
  return {
    differences: rows,
    causes: explainDifference({
      ...past,
      movements: ledger.movements,
      sales: ledger.sales,
      differences: rows,
      denominations: count.denominations,
    }),
  }
}

function openingOf({ id, openedAt, userId, float = 0 }: TillRegister): TillGesture[] {
  return float === 0
    ? []
    : [{ id, at: openedAt, userId, movement: { kind: 'float', type: 'CASH', amount: minor(float) }, reason: null }]
}

function lineOfGesture({ movement, ...gesture }: TillGesture): LedgerLine {
  return { ...gesture, ...movement, saleId: null }
}

function linesOfSale({ id, soldAt, sellerId, payments, rounding }: EndedSale): LedgerLine[] {
  return movementsOfSale({ payments, rounding }).map((movement, place) => ({
    ...movement,
    id: `${id}/${place}`,
    at: soldAt,
    userId: sellerId,
    saleId: id,
  }))
}

/** The sale that a new version takes the place of gives its money back, out of the register of the new one. */
function reversalOf(
  { id, soldAt, sellerId, replaces, replacedMoney }: EndedSale,
  registerId: string,
  lines: readonly LedgerLine[],
): LedgerLine[] {
  if (replaces === null) return []
  const back =
    replacedMoney && replacedMoney.registerId !== registerId
      ? movementsOfReversal(replacedMoney)
      : reversed(lines.filter(({ saleId }) => saleId === replaces))
  return back.map((movement, place) => ({
    ...movement,
    id: `${id}/back/${place}`,
    at: soldAt,
    userId: sellerId,
    saleId: replaces,
  }))
}

/** Of one that was sold into the same register what the register has of it: where its lines are not known here, neither is what they bring. */
function reversed(lines: readonly LedgerLine[]): RegisterMovement[] {
  return lines
    .filter(({ kind }) => kind === 'sale' || kind === 'rounding')
    .map(({ kind, type, operator, amount }) => ({
      kind: kind === 'sale' ? 'refund' : 'rounding',
      type,
      operator,
      amount: minor(0 - amount),
    }))
}

function saleOf({ id, identifier, soldAt, sellerId, records, payments }: EndedSale): NamedSale {
  return { id, identifier, number: null, soldAt, sellerId, sellerName: null, records, payments, isCanceled: false }
}

function inOrder(lines: LedgerLine[]): LedgerLine[] {
  const timed = lines.map((line) => ({ line, at: Date.parse(line.at) }))
  return timed.sort((one, other) => one.at - other.at).map(({ line }) => line)
}
