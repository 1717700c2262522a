import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { Shortage, shortages } from '#shared/contract/shortages.ts'
import { daysBetween } from '#shared/domain/dates.ts'
import { demandOf } from '#shared/domain/expiries/demand.ts'
import { missedTurnover } from '#shared/domain/expiries/missed-turnover.ts'
import { saturatedSum } from '#shared/domain/money.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { pageOfRows } from '#server/base/page-of-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday, timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { notedMissing, soldOfProducts } from '#server/shortages/shortage.repo.ts'
import { readSisterStock } from '#server/sister-stock/sister-stock.service.ts'
import { emptySince } from '#server/stock/empty-since.repo.ts'
import { lowProducts, type LowProduct } from '#server/stock/low-products.repo.ts'
import { boxesOnTheirWay } from '#server/stock/on-the-way.repo.ts'

type Query = HandlerInput<typeof shortages.list>['query']

/** A product is « about to be out » when its stock lasts for at most so many days. */
const soonDays = 14

/** Products without stock that sell, and those that will soon have none. */
export async function listShortages(context: Context, query: Query): Promise<CallReply<typeof shortages.list>> {
  const pharmacyId = pharmacyOf(context)
  const own = await context.database.read(pharmacyId, (tx) => readShortages(tx, pharmacyId, context.now))
  const rows = await withSisters(context, own)
  const kept = rows.filter((row) => matches(row, query))
  return {
    ...pageOfRows(kept, query, sortKeys),
    out: kept.filter(({ state }) => state === 'out').length,
    missed: saturatedSum(kept.map(({ missed }) => missed)),
  }
}

async function withSisters(context: Context, rows: readonly Row[]): Promise<Shortage[]> {
  const wanted = rows.flatMap(({ productId }) => productId ?? [])
  const stocks = wanted.length === 0 ? [] : (await readSisterStock(context, wanted)).stocks
  return rows.map(({ productId, ...row }) => ({
    ...row,
    sisters: stocks
      .filter((stock) => stock.productId === productId)
      .map(({ pharmacy, boxes, units }) => ({ pharmacy, boxes, units })),
  }))
}

/** A shortage as this pharmacy alone knows it. */
type Row = Omit<Shortage, 'sisters'> & Pick<LowProduct, 'productId'>

async function readShortages(tx: Tx, pharmacyId: string, now: Date): Promise<Row[]> {
  const today = await pharmacyToday(tx, pharmacyId, now)
  const low = await lowProducts(tx, pharmacyId, { now, today, days: soonDays })
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const ids = low.map(({ id }) => id)
  const sold = new Map((await soldOfProducts(tx, pharmacyId, ids, today)).map((days) => [days.productId, days]))
  const coming = await boxesOnTheirWay(tx, pharmacyId, ids)
  const out = low.filter(({ isOut }) => isOut)
  const since = await emptySince(
    tx,
    pharmacyId,
    out.map(({ id }) => id),
    { today, timeZone },
  )
  const absences = out.flatMap(({ id, turnover30Days, sold30Days }) => {
    const day = since.get(id)
    return day ? [{ id, since: day, price: Math.round(turnover30Days / sold30Days) }] : []
  })
  const noted = new Map((await notedMissing(tx, pharmacyId, absences, timeZone)).map(({ id, value }) => [id, value]))
  const rows = low.map(({ turnover30Days, isOut, ...product }): Row => {
    const days = sold.get(product.id)
    const perDay = (days && demandOf(days)?.perDay) ?? null
    const day = isOut ? (since.get(product.id) ?? null) : null
    return {
      ...product,
      state: isOut ? 'out' : 'soon',
      perDay,
      daysLeft: isOut ? 0 : perDay === null || perDay === 0 ? null : Math.floor(product.quantity / perDay),
      since: day,
      missed:
        day === null
          ? 0
          : missedTurnover({
              perDay,
              daysOut: daysBetween(day, today),
              price: turnover30Days / product.sold30Days,
              noted: noted.get(product.id) ?? 0,
            }),
      onItsWay: coming.get(product.id) ?? 0,
    }
  })
  return rows
    .filter(({ state, daysLeft }) => state === 'out' || (daysLeft !== null && daysLeft <= soonDays))
    .toSorted(
      (a, b) =>
        b.missed - a.missed ||
        (a.daysLeft ?? 0) - (b.daysLeft ?? 0) ||
        b.sold30Days - a.sold30Days ||
        (a.id < b.id ? -1 : 1),
    )
}

function matches(row: Shortage, { search, state, storage }: Query): boolean {
  if (state && row.state !== state) return false
  if (storage !== undefined && row.storage !== storage) return false
  const label = fold(row.label)
  return wordsOf(search ?? '').every((word) => label.includes(word))
}

const sortKeys = {
  label: ({ label }: Shortage) => fold(label),
  storage: ({ storage }: Shortage) => storage,
  quantity: ({ quantity }: Shortage) => quantity,
  minimum: ({ minimum }: Shortage) => minimum,
  sold30Days: ({ sold30Days }: Shortage) => sold30Days,
  perDay: ({ perDay }: Shortage) => perDay,
  daysLeft: ({ daysLeft }: Shortage) => daysLeft,
  since: ({ since }: Shortage) => since,
  missed: ({ missed }: Shortage) => missed,
  sisters: ({ sisters }: Shortage) => sisters.reduce((sum, { boxes }) => sum + boxes, 0),
  onItsWay: ({ onItsWay }: Shortage) => onItsWay,
}
