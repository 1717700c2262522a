import { displayName } from '#shared/domain/person.ts'
import { minor, sum } from '#shared/domain/money.ts'
import { movementOfGesture, movementsOfSale, type RegisterMovement } from '#shared/domain/register/movements.ts'
import { expectedByMeans } from '#shared/domain/register/totals.ts'
import type { WrittenCount } from '#server/register-ledger/count.repo.ts'
import { demoId } from '#server/demo/demo-id.ts'
import type { PastTrade } from '#server/demo/past-sales.ts'
import { groupBy } from '#server/db/group-by.ts'

/** Differences between counted and expected cash, evening after evening. */
const gaps = [0, 0, -100, 0, 0, 0, 500, 0, -25, 0, 0, 0, 0, -1000] as const

/** The evening with this difference was counted twice. */
const recounted = -25

/** The closing of each closed register, numbered in chronological order. */
export function pastCounts(pharmacyId: string, { registers, sales }: PastTrade) {
  const salesOf = groupBy(sales, ({ register }) => register.id)
  return registers
    .flatMap((register) => (register.closed ? [{ register, closed: register.closed }] : []))
    .toSorted((a, b) => a.closed.at.getTime() - b.closed.at.getTime())
    .map(({ register, closed }, place) => {
      const movements = [
        movementOfGesture({ kind: 'float', amount: register.float }),
        ...(salesOf.get(register.id) ?? []).flatMap(movementsOfSale),
      ]
      const gap = gaps[place % gaps.length]!
      const last = reportOf(movements, gap)
      const report =
        gap === recounted ? countedAgain(last, movements, { at: closed.at, by: displayName(register.seller) }) : last
      return {
        pharmacy_id: pharmacyId,
        id: demoId('count', register.id),
        register_id: register.id,
        number: place + 1,
        kind: 'closing' as const,
        user_id: closed.by,
        counted_at: closed.at,
        recorded_at: closed.at,
        gap: sum(report.differences.map(({ gap }) => gap ?? 0)),
        report,
      }
    })
}

function reportOf(movements: readonly RegisterMovement[], gapOfDrawer: number): WrittenCount {
  const differences = expectedByMeans(movements).map((means) => {
    const gap = means.type === 'CASH' ? minor(gapOfDrawer) : minor(0)
    return { ...means, counted: minor(means.expected + gap), gap }
  })
  const comment = gapOfDrawer === 0 ? null : 'Erreur de monnaie'
  return {
    comment,
    denominations: [],
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
    countedAt: new Date(at.getTime() - minutes * 60_000).toISOString(),
    byName,
    denominations: [],
    differences: report.differences,
    gap: sum(report.differences.map(({ gap }) => gap ?? 0)),
    reason,
  })
  return { ...last, isRecount: true, refusedTries: 2, earlier: [put(first, 9, null), put(last, 2, 'Espèces oubliées')] }
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
