import { correctedInstant } from '#shared/domain/corrected-instant.ts'
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

/**
 * A cash operation at this terminal that is not a sale. `reason`: of a disbursement; `clientId`: of a client who paid a
 * debt; `at`: UTC instant; `saleId`: of a return or cancellation, which is made online.
 */
export type TillGesture = {
  id: string
  at: string
  userId: string
  movement: RegisterMovement
  reason: string | null
  clientId?: string | undefined
  saleId?: string | undefined
}
/** A difference found at a handover, in minor units; it is part of the expected amounts from then on. */
export type FoundGap = Means & { amount: number }
/** A difference found on this terminal, with the id of its count, because the server may report it too. */
type FoundHere = FoundGap & { countId: string }

/** A member's register as known to this terminal. `float` in minor units; missing: not entered, counts as 0. */
export type TillRegister = {
  id: string
  openedAt: string
  /** The server told `openedAt`: it is the true instant. Missing: the clock of this terminal said it. */
  isDated?: true
  userId: string
  float?: number
  gestures?: readonly TillGesture[]
  found?: readonly FoundHere[]
}

/**
 * A sale that this terminal ended in the register. `replaces`: the closed sale that it replaces; `replacedMoney`:
 * missing when only the register's lines have it.
 */
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

/** The same register as sent by the server, line by line. */
export type KnownLedger = {
  lines: readonly (Omit<LedgerLine, 'amount'> & { amount: number })[]
  sales: readonly (SoldThatDay & { number: number; soldAt: string; sellerName: string })[]
  found: readonly FoundGap[]
  /** Ids of the counts that `found` comes from, including those without a difference. */
  counts: readonly string[]
  pastDisbursements: CountedDay['pastDisbursements']
  countedBefore: CountedDay['countedBefore']
}

/** A sale with its displayed name: the server's number, or the terminal's identifier before there is one. */
export type NamedSale = SoldThatDay & {
  soldAt: string
  number: number | null
  identifier: string | null
  sellerId: string | null
  sellerName: string | null
}

/** `skewMs`: by how much the server's clock is ahead of the terminal's; the lines are at their true instants. */
export type TillLedger = { movements: LedgerLine[]; sales: NamedSale[]; found: RegisterMovement[]; skewMs?: number }

/**
 * Everything known about a register: the server's ledger, and operations of this terminal that it does not contain yet.
 * Each sale and operation counts once. `ended`: at their true instants; `skewMs` corrects what the terminal's clock says
 * of the other operations.
 */
export function tillLedger(
  register: TillRegister,
  ended: readonly EndedSale[],
  known: KnownLedger | null,
  skewMs = 0,
): TillLedger {
  const lines: LedgerLine[] = (known?.lines ?? []).map((line) => ({ ...line, amount: minor(line.amount) }))
  const told = new Set([...lines.map(({ id }) => id), ...(known?.sales ?? []).map(({ id }) => id)])
  const own = ended.filter(({ id }) => !told.has(id))
  // The server may store the opening under another id.
  const opening = lines.some(({ kind }) => kind === 'float') || told.has(register.id) ? [] : openingOf(register, skewMs)
  const gestures = withoutKnownReturns(register.gestures ?? [], lines).filter(({ id }) => !told.has(id))
  const before = [
    ...lines,
    ...opening.map(lineOfGesture),
    ...gestures.map((gesture) => ({ ...lineOfGesture(gesture), at: correctedInstant(gesture.at, skewMs) })),
    ...own.flatMap(linesOfSale),
  ]
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
    skewMs,
  }
}

/**
 * The ledger up to and including an instant of the terminal's clock, the end of a handover's count: later operations
 * belong to the receiver.
 */
export function ledgerUntil({ movements, sales, found, skewMs = 0 }: TillLedger, at: string): TillLedger {
  const until = Date.parse(correctedInstant(at, skewMs))
  const isBefore = (instant: string) => Date.parse(instant) <= until
  return {
    skewMs,
    movements: movements.filter((line) => isBefore(line.at)),
    sales: sales.filter(({ soldAt }) => isBefore(soldAt)),
    found,
  }
}

/** Expected amounts and differences by means, and likely causes, most likely first. */
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

/**
 * Without the returns that the server knows. It names its own lines of them: each of its refunds of a sale stands for one
 * of the same amount and means, so that a later return of the sale still counts.
 */
function withoutKnownReturns(gestures: readonly TillGesture[], lines: readonly LedgerLine[]): TillGesture[] {
  const keyOf = (saleId: string, { type, operator, amount }: RegisterMovement) =>
    JSON.stringify([saleId, type, operator ?? null, amount])
  const known = lines.flatMap((line) => (line.kind === 'refund' && line.saleId ? [keyOf(line.saleId, line)] : []))
  const returnOf = ({ saleId, at }: TillGesture) => `${saleId} ${at}`
  const returns = new Map<string, string[]>()
  for (const gesture of gestures)
    if (gesture.saleId && gesture.movement.kind === 'refund')
      returns.set(returnOf(gesture), [
        ...(returns.get(returnOf(gesture)) ?? []),
        keyOf(gesture.saleId, gesture.movement),
      ])
  const told = new Set<string>()
  for (const [name, refunds] of returns) {
    const left = [...known]
    const isKnown = refunds.every((refund) => {
      const place = left.indexOf(refund)
      if (place >= 0) left.splice(place, 1)
      return place >= 0
    })
    if (!isKnown) continue
    told.add(name)
    known.splice(0, known.length, ...left)
  }
  return gestures.filter((gesture) => !told.has(returnOf(gesture)))
}

/** When a register was opened, by the clock of the server. */
export function openedInstant(
  { openedAt, isDated }: Pick<TillRegister, 'openedAt' | 'isDated'>,
  skewMs: number,
): string {
  return isDated ? openedAt : correctedInstant(openedAt, skewMs)
}

function openingOf(register: TillRegister, skewMs: number): TillGesture[] {
  const { id, userId, float = 0 } = register
  return float === 0
    ? []
    : [
        {
          id,
          at: openedInstant(register, skewMs),
          userId,
          movement: { kind: 'float', type: 'CASH', amount: minor(float) },
          reason: null,
        },
      ]
}

function lineOfGesture({ movement, saleId, ...gesture }: TillGesture): LedgerLine {
  return { ...gesture, ...movement, saleId: saleId ?? null }
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

/** The money of a replaced sale is given back from the register of the new version. */
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

/** For a sale of the same register, negates its lines there; unknown lines are missing on both sides. */
function reversed(lines: readonly LedgerLine[]): RegisterMovement[] {
  return lines
    .filter(({ kind }) => kind === 'sale' || kind === 'rounding' || kind === 'stamp-duty')
    .map(({ kind, type, operator, amount }) => ({
      kind: kind === 'sale' ? 'refund' : kind,
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
