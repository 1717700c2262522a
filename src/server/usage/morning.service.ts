import type { DayFigures, HeldParcels, Morning, DrawerGap } from '#shared/contract/usage.ts'
import { addDays, localDayOf } from '#shared/domain/dates.ts'
import { saturated, saturatedSum } from '#shared/domain/money.ts'
import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { maySeeExpected, withheldFrom } from '#server/register-ledger/sight.ts'
import {
  countsOfClosedRegisters,
  depositedElsewhere,
  refusedParcels,
  unsentParcels,
  type CountOfDay,
  type HeldRow,
} from '#server/usage/morning.repo.ts'
import { costsOfDay, turnoverByHour } from '#server/usage/turnover.repo.ts'

const dayMs = 86_400_000
/** A refused parcel is shown for so many days. */
const refusedDays = 30

/**
 * What an owner reads in the morning: the figures of yesterday in the pharmacy's time zone, beside those of the same
 * weekday of the week before, and what terminals have not sent or could not send.
 */
export function readMorning(context: Context): Promise<Morning> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const day = addDays(localDayOf(context.now, timeZone), -1)
    const { now } = context
    const withheld = await withheldFrom(tx, context)
    return {
      ...(withheld.length > 0 && { withheld: true as const }),
      yesterday: await figuresOf(tx, context, { day, timeZone, until: now, withheld }),
      weekBefore: await figuresOf(tx, context, {
        day: addDays(day, -7),
        timeZone,
        withheld,
        until: new Date(now.getTime() - 7 * dayMs),
      }),
      unsent: (await unsentParcels(tx, pharmacyId)).map(heldOf),
      refused: (await refusedParcels(tx, pharmacyId, new Date(now.getTime() - refusedDays * dayMs))).map(heldOf),
    }
  })
}

async function figuresOf(
  tx: Tx,
  context: Context,
  { day, timeZone, until, withheld }: { day: string; timeZone: string; until: Date; withheld: readonly string[] },
): Promise<DayFigures> {
  const pharmacyId = pharmacyOf(context)
  const hours = await turnoverByHour(tx, pharmacyId, { days: [day], timeZone, until: null, withheld })
  const costs = context.actor.permissions.has('stock.see-cost')
    ? await costsOfDay(tx, pharmacyId, { day, timeZone, withheld })
    : null
  const counts = await countsOfClosedRegisters(tx, pharmacyId, { day, timeZone })
  return {
    day,
    turnover: saturatedSum(hours.map(({ turnover }) => turnover)),
    sales: hours.reduce((sum, { sales }) => sum + sales, 0),
    margin:
      costs && costs.price > 0
        ? {
            amount: saturated(costs.price - costs.cost),
            percent: Math.round(((costs.price - costs.cost) / costs.price) * 1000) / 10,
          }
        : null,
    cash: await cashOf(tx, pharmacyId, { counts, until, withheld }),
    gaps: maySeeExpected(context) ? gapsByDrawer(counts) : null,
  }
}

async function cashOf(
  tx: Tx,
  pharmacyId: string,
  { counts, until, withheld }: { counts: readonly CountOfDay[]; until: Date; withheld: readonly string[] },
): Promise<DayFigures['cash']> {
  const [first] = counts
  if (!first) return { counted: 0, deposited: 0, toDeposit: 0 }
  const last = new Map(counts.flatMap((count) => (count.kind === 'closing' ? [[count.registerId, count]] : [])))
  const counted = saturatedSum([...last.values()].map(({ cash, float }) => Math.max(0, cash - float)))
  const deposited = await depositedElsewhere(tx, pharmacyId, {
    from: first.closedAt,
    until,
    registerIds: [...last.keys(), ...withheld],
  })
  return { counted, deposited, toDeposit: Math.max(0, counted - deposited) }
}

/**
 * One row for each time that somebody held a drawer: two holders never add up. The first count is judged; a later one of
 * the same holder does not find its gap again, so that their gaps add up to that of the last.
 */
function gapsByDrawer(counts: readonly CountOfDay[]): DrawerGap[] {
  const tenures: CountOfDay[][] = []
  for (const count of counts) {
    const last = tenures.at(-1)
    if (last?.[0]!.registerId === count.registerId && last[0]!.holderId === count.holderId) last.push(count)
    else tenures.push([count])
  }
  return tenures
    .map((own): DrawerGap => {
      const [begin, end] = [own[0]!, own.at(-1)!]
      const last = countedOf(end.counted, saturatedSum(own.map(({ gap }) => gap)))
      const first = begin.first ? countedOf(begin.first.counted, begin.first.gap) : countedOf(begin.counted, begin.gap)
      const isAgain = first.gap !== last.gap || first.counted !== last.counted
      return {
        ...first,
        registerId: begin.registerId,
        openedAt: begin.openedAt.toISOString(),
        holderId: begin.holderId,
        name: displayName(begin.holder),
        countedByName: begin.userId === begin.holderId ? null : displayName(begin.person),
        recount: isAgain ? last : null,
      }
    })
    .toSorted((a, b) => a.gap - b.gap || (a.name < b.name ? -1 : 1))
}

function countedOf(counted: number, gap: number): Pick<DrawerGap, 'expected' | 'counted' | 'gap'> {
  return { counted, gap, expected: saturated(counted - gap) }
}

function heldOf({ person, at, ...row }: HeldRow): HeldParcels {
  return { ...row, byName: displayName(person), at: at.toISOString() }
}
