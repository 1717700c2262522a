import { displayName } from '#shared/domain/person.ts'
import { minor, sum } from '#shared/domain/money.ts'
import { denominationsOf, type CountedDenomination } from '#shared/domain/register/denominations.ts'
import { movementOfGesture, movementsOfSale, type RegisterMovement } from '#shared/domain/register/movements.ts'
import { expectedByMeans } from '#shared/domain/register/totals.ts'
import type { WrittenCount } from '#server/register-ledger/count.repo.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { PastRegister, PastSale, PastTrade } from '#server/demo/past-trade.ts'
import { moneyBack } from '#server/demo/past-undoing.ts'
import { groupBy } from '#server/db/group-by.ts'

/** Differences between counted and expected cash, evening after evening. */
const gaps = [0, 0, -100, 0, 0, 0, 500, 0, -25, 0, 0, 0, 0, -1000] as const

/** The evening with this difference was counted twice. */
const recounted = -25

/** The notes and coins of a drawer; those of both countries are the same. */
const pieces = denominationsOf({
  currency: { code: 'XOF' },
  denominations: [10_000, 5_000, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 10, 5],
  cashRoundingStep: 5,
})

/** The hand-overs, and the closing of each closed register, numbered together in chronological order. */
export function pastCounts(pharmacyId: string, trade: PastTrade) {
  return [...handOvers(trade), ...closings(trade)]
    .toSorted((a, b) => a.counted_at.getTime() - b.counted_at.getTime())
    .map((count, place) => ({
      pharmacy_id: pharmacyId,
      number: place + 1,
      ...count,
      recorded_at: count.counted_at,
      gap: sum(count.report.differences.map(({ gap }) => gap ?? 0)),
    }))
}

function closings(trade: PastTrade) {
  const { registers, sales, gestures } = trade
  const salesOf = groupBy(sales, ({ register }) => register.id)
  const backOf = groupBy(moneyBack(trade), ({ sale }) => sale.register.id)
  const gesturesOf = groupBy(gestures, ({ register }) => register.id)
  return registers
    .flatMap((register) => (register.closed ? [{ register, closed: register.closed }] : []))
    .toSorted((a, b) => a.closed.at.getTime() - b.closed.at.getTime())
    .map(({ register, closed }, place) => {
      const movements = [
        ...movementsOf(register, salesOf.get(register.id) ?? []),
        ...(gesturesOf.get(register.id) ?? []).map(movementOfGesture),
        ...(backOf.get(register.id) ?? []).map(({ movement }) => movement),
      ]
      const gap = gaps[place % gaps.length]!
      const last = reportOf(movements, gap)
      const by = displayName((register.handedOver ?? register).seller)
      return {
        id: demoId('count', register.id),
        register_id: register.id,
        kind: 'closing' as const,
        user_id: closed.by,
        received_by: null,
        counted_at: closed.at,
        report: gap === recounted ? countedAgain(last, movements, { at: closed.at, by }) : last,
      }
    })
}

/** Every other receiver accepts the count of who gives; the others count themselves, and found what the giver had counted twice. */
function handOvers({ registers, sales }: PastTrade) {
  const salesOf = groupBy(sales, ({ register }) => register.id)
  return registers
    .flatMap((register) => (register.handedOver ? [{ register, handedOver: register.handedOver }] : []))
    .map(({ register, handedOver: { seller, at } }, place) => {
      const before = (salesOf.get(register.id) ?? []).filter((sale) => sale.at < at)
      const report = reportOf(movementsOf(register, before), 0)
      const { denominations, differences } = report
      const others = differences.flatMap(({ type, operator, counted }) =>
        type === 'CASH' ? [] : [{ type, operator, counted }],
      )
      const twice = denominations.map((piece, index) => (index === 0 ? { ...piece, count: piece.count + 1 } : piece))
      return {
        id: demoId('hand-over', register.id),
        register_id: register.id,
        kind: 'hand-over' as const,
        user_id: register.seller.id,
        received_by: seller.id,
        counted_at: at,
        report: {
          ...report,
          taking:
            place % 2 === 0
              ? { given: null, remark: null, isProven: true }
              : {
                  given: { countedAt: minutesBefore(at, 6), denominations: twice, others },
                  remark: 'Un billet compté deux fois',
                  isProven: true,
                },
        },
      }
    })
}

function movementsOf({ float }: PastRegister, sales: readonly PastSale[]): RegisterMovement[] {
  return [movementOfGesture({ kind: 'float', amount: float }), ...sales.flatMap(movementsOfSale)]
}

function reportOf(movements: readonly RegisterMovement[], gapOfDrawer: number): WrittenCount {
  const differences = expectedByMeans(movements).map((means) => {
    const gap = means.type === 'CASH' ? minor(gapOfDrawer) : minor(0)
    return { ...means, counted: minor(means.expected + gap), gap }
  })
  const comment = gapOfDrawer === 0 ? null : 'Erreur de monnaie'
  return {
    comment,
    denominations: piecesOf(differences.find(({ type }) => type === 'CASH')?.counted ?? 0),
    differences,
    earlier: [],
    taking: null,
    isRecount: false,
    refusedTries: 0,
    totals: totalsOf(movements),
    awaits: [],
    unfinished: [],
  }
}

/** A count with a note less came first, and is the one that is judged. */
function countedAgain(
  last: WrittenCount,
  movements: readonly RegisterMovement[],
  { at, by: byName }: { at: Date; by: string },
): WrittenCount {
  const first = reportOf(movements, recounted - 500)
  const put = (report: WrittenCount, minutes: number, reason: string | null) => ({
    countedAt: minutesBefore(at, minutes),
    byName,
    denominations: report.denominations,
    differences: report.differences,
    gap: sum(report.differences.map(({ gap }) => gap ?? 0)),
    reason,
  })
  return { ...last, isRecount: true, refusedTries: 2, earlier: [put(first, 9, null), put(last, 2, 'Espèces oubliées')] }
}

function minutesBefore(at: Date, minutes: number): string {
  return new Date(at.getTime() - minutes * 60_000).toISOString()
}

/** The fewest notes and coins of an amount. */
function piecesOf(amount: number): CountedDenomination[] {
  let left = amount
  return pieces.flatMap((piece) => {
    const count = Math.floor(left / piece.value)
    left -= count * piece.value
    return count > 0 ? [{ ...piece, count }] : []
  })
}

function totalsOf(movements: readonly RegisterMovement[]): WrittenCount['totals'] {
  const same = groupBy(movements, ({ kind, type, operator }) => `${kind} ${type} ${operator ?? ''}`)
  return [...same.values()].map((lines) => ({
    kind: lines[0]!.kind,
    type: lines[0]!.type,
    operator: lines[0]!.operator ?? null,
    amount: sum(lines.map(({ amount }) => amount)),
    count: lines.length,
  }))
}
