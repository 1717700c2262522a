import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { expiries, Expiry } from '#shared/contract/expiries.ts'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { addDays } from '#shared/domain/dates.ts'
import { leavesFirst } from '#shared/domain/fefo.ts'
import { saturatedSum } from '#shared/domain/money.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pageOfRows } from '#server/base/page-of-rows.ts'
import {
  lotsExpiring,
  soldOfExpiring,
  stockOfSister,
  undecidedLots,
  type SisterStock,
} from '#server/expiries/expiry.repo.ts'
import { bestSisters, expiryOf, judgeLots, needsSister, type JudgedLot } from '#server/expiries/judge-lots.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { sistersOf } from '#server/stock/sister.repo.ts'

type Query = HandlerInput<typeof expiries.list>['query']

/** Six months: as far as the months of the dashboard reach. */
const farthestDays = 184

/**
 * The lots that are expired or expire soon, with their outlook and what can be done. The outlook of a lot depends on
 * the other lots of its product: all lots are judged, then filtered, sorted and added up.
 */
export async function listExpiries(context: Context, query: Query): Promise<CallReply<typeof expiries.list>> {
  const { rows, today } = await readExpiries(context)
  const kept = rows.filter((row) => matches(row, query, today))
  const seesCosts = context.actor.permissions.has('stock.see-cost')
  return {
    ...pageOfRows(kept, query, sortKeys),
    sums: {
      units: total(kept, ({ quantity }) => quantity),
      value: total(kept, ({ quantity, salePrice }) => quantity * salePrice),
      riskCost: seesCosts ? total(kept, ({ riskCost }) => riskCost ?? 0) : null,
      riskPrice: total(kept, ({ riskPrice }) => riskPrice ?? 0),
    },
  }
}

/** How many expired lots the list has for which nothing was decided; no lot has to be judged for it. */
export function countUndecided(context: Context): Promise<{ total: number }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => ({
    total: await undecidedLots(tx, pharmacyId, await pharmacyToday(tx, pharmacyId, context.now)),
  }))
}

/** One lot, with those that leave before it. Throws `requests:notFound`, also when the lot is not of the list. */
export async function readExpiry(context: Context, id: string): Promise<CallReply<typeof expiries.read>> {
  const { rows, judged } = await readExpiries(context)
  const row = requireRow(rows.find((each) => each.id === id))
  const own = requireRow(judged.find(({ lot }) => lot.id === id))
  const before = judged.filter(
    ({ lot, outlook }) =>
      outlook !== null &&
      lot.pharmacyProductId === own.lot.pharmacyProductId &&
      lot.packagingId === own.lot.packagingId &&
      leavesFirst({ ...lot, archived: false }, { ...own.lot, archived: false }) < 0,
  )
  return {
    ...row,
    lotsAhead: own.outlook
      ? before
          .toSorted((a, b) => leavesFirst({ ...a.lot, archived: false }, { ...b.lot, archived: false }))
          .map(({ lot, outlook }) => ({
            id: lot.id,
            lot: lot.lot,
            expiresOn: lot.expiresOn,
            quantity: lot.quantity,
            left: outlook!.left,
          }))
      : [],
  }
}

async function readExpiries(context: Context): Promise<{ rows: Expiry[]; judged: JudgedLot[]; today: string }> {
  const pharmacyId = pharmacyOf(context)
  const { today, judged } = await context.database.read(pharmacyId, async (tx) => {
    const day = await pharmacyToday(tx, pharmacyId, context.now)
    const until = addDays(day, farthestDays)
    const lots = await lotsExpiring(tx, pharmacyId, until)
    const sold = await soldOfExpiring(tx, pharmacyId, { today: day, until })
    return { today: day, judged: judgeLots(lots, sold, day) }
  })
  const sisters = bestSisters(await readSisters(context, pharmacyId, judged, today))
  const seesCosts = context.actor.permissions.has('stock.see-cost')
  const rows = judged
    .map((each) => expiryOf(each, { today, sisters, seesCosts }))
    .toSorted((a, b) => compareTexts(a.expiresOn, b.expiresOn) || compareTexts(a.id, b.id))
  return { today, judged, rows }
}

/** Only quantities and sales of the sister pharmacies are read, never their prices or clients. */
async function readSisters(
  context: Context,
  pharmacyId: string,
  judged: readonly JudgedLot[],
  today: string,
): Promise<SisterStock[]> {
  const wanted = judged.flatMap((each) =>
    needsSister(each, today) && each.lot.productId !== null
      ? [{ productId: each.lot.productId, packagingId: each.lot.packagingId }]
      : [],
  )
  if (wanted.length === 0) return []
  return context.database.platform(async (tx) => {
    const stocks: SisterStock[] = []
    for (const sister of await sistersOf(tx, pharmacyId))
      stocks.push(...(await stockOfSister(tx, sister, wanted, today)))
    return stocks
  })
}

function matches(row: Expiry, query: Query, today: string): boolean {
  const { search, within, month, storage, supplierId, proposal, undecided } = query
  const isExpired = row.expiresOn < today
  if (within === 'expired' && !isExpired) return false
  if (within && within !== 'expired' && (isExpired || row.days > Number(within))) return false
  if (month && (isExpired || !row.expiresOn.startsWith(month))) return false
  if (storage !== undefined && row.storage !== storage) return false
  if (supplierId && row.supplier?.id !== supplierId) return false
  if (proposal && !proposal.includes(row.proposal.kind)) return false
  if (undecided && (row.task !== null || row.blocked !== null)) return false
  if (!search) return true
  const text = fold(`${row.label} ${row.lot ?? ''}`)
  return wordsOf(search).every((word) => text.includes(word))
}

const sortKeys = {
  label: ({ label }: Expiry) => fold(label),
  lot: ({ lot }: Expiry) => lot,
  storage: ({ storage }: Expiry) => storage,
  supplier: ({ supplier }: Expiry) => supplier && fold(supplier.name),
  quantity: ({ quantity }: Expiry) => quantity,
  expiresOn: ({ expiresOn }: Expiry) => expiresOn,
  chance: ({ chance }: Expiry) => chance,
  left: ({ left }: Expiry) => left,
  riskCost: ({ riskCost }: Expiry) => riskCost,
  riskPrice: ({ riskPrice }: Expiry) => riskPrice,
  returnUntil: ({ returnUntil }: Expiry) => returnUntil,
  proposal: ({ proposal }: Expiry) => proposal.kind,
}

function total(rows: readonly Expiry[], read: (row: Expiry) => number): number {
  return saturatedSum(rows.map(read))
}
