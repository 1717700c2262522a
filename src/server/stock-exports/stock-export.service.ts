import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { NewStockExport, StockExport, StockGrouping, stockExports } from '#shared/contract/stock-exports.ts'
import { addDays, localDayOf, localTimeOf, startOfLocalDay } from '#shared/domain/dates.ts'
import { AppError } from '#shared/domain/errors.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { KeptFile } from '#server/export-traces/file-route.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Actor } from '#server/identity/actor.ts'
import { insertJob } from '#server/jobs/job.repo.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import {
  findStockExport,
  insertStockExport,
  pageOfStockExports,
  stockExportContent,
} from '#server/stock-exports/stock-export.repo.ts'
import { stockExportJob } from '#server/stock-exports/stock-export-job.ts'
import { productsWithoutCategory } from '#server/stock-exports/stock-valuation.repo.ts'
import { refuseWithoutCategory } from '#server/stock-exports/refuse-without-category.ts'

/**
 * Queues the export; a repeated call returns the same one. Throws `requests:invalid` for a moment in the future, and
 * the message of the specification when products held then have no category to group by.
 */
export async function askStockExport(context: Context, body: NewStockExport): Promise<StockExport> {
  const { actor, now, database, changes } = context
  const pharmacyId = pharmacyOf(context)
  const made = await database.read(pharmacyId, async (tx) => {
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const at = momentOf(body.at, timeZone, now)
    if (body.groupBy === 'category') refuseWithoutCategory(await productsWithoutCategory(tx, pharmacyId, at))
    const { id, format, groupBy } = body
    const isNew = await insertJob(tx, pharmacyId, { id, kind: stockExportJob, askedBy: actor.userId, askedAt: now })
    if (isNew) await insertStockExport(tx, pharmacyId, { id, at, format, groupBy, withCost: seesCost(actor) })
    changes.made = isNew
    const found = await findStockExport(tx, pharmacyId, id)
    // « Now » is another moment in a repeated call.
    const isNow = body.at === undefined || at === now
    const isSame = found?.format === format && found.groupBy === groupBy && (isNow || found.at === at.toISOString())
    // The id belongs to a job of another kind, or to another export.
    if (!isSame) throw new AppError('requests:conflict')
    return found
  })
  return shownTo(actor, made)
}

/** The ledger of a pharmacy is not older. */
const earliest = new Date('2000-01-01T00:00:00Z')

/** A day is its last moment in the pharmacy's time zone, or now for today. */
function momentOf(given: string | undefined, timeZone: string, now: Date): Date {
  if (given === undefined) return now
  const isDay = given.length === 10
  if (isDay && given === localDayOf(now, timeZone)) return now
  const at = isDay ? new Date(startOfLocalDay(addDays(given, 1), timeZone).getTime() - 1) : new Date(given)
  if (!(at >= earliest && at <= now))
    throw new AppError('requests:invalid', { issues: [{ path: 'body.at', message: 'not a moment of the past' }] })
  return at
}

export async function listStockExports(
  context: Context,
  query: HandlerInput<typeof stockExports.list>['query'],
): Promise<{ items: StockExport[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  const { items, total } = await context.database.read(pharmacyId, (tx) => pageOfStockExports(tx, pharmacyId, query))
  return { items: items.map((item) => shownTo(context.actor, item)), total }
}

const groupingWords: Record<StockGrouping, string> = {
  category: 'par catégorie',
  storage: 'par rangement',
  product: 'par produit',
  lot: 'par lot',
}

/**
 * The file, with its trace. Throws `requests:notFound` until it is made, and `auth:forbidden` when it has costs that
 * the member may not see.
 */
export function readStockExport(context: Context, id: string): Promise<KeptFile> {
  const { actor, database } = context
  const pharmacyId = pharmacyOf(context)
  return database.read(pharmacyId, async (tx) => {
    const { at, format, groupBy, withCost, rows } = requireRow(await findStockExport(tx, pharmacyId, id))
    if (withCost && !seesCost(actor)) throw new AppError('auth:forbidden')
    const content = requireRow(await stockExportContent(tx, pharmacyId, id))
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const [instant, day] = [new Date(at), localDayOf(new Date(at), timeZone)]
    const words = `au ${day.split('-').toReversed().join('/')} à ${localTimeOf(instant, timeZone)}`
    return {
      name: `stock-${day}.${format}`,
      content,
      trace: {
        list: 'Stock valorisé',
        filters: `${words}, ${groupingWords[groupBy]}${withCost ? '' : ', sans les prix d’achat'}`,
        format,
        rows: rows ?? 0,
      },
    }
  })
}

function seesCost(actor: Actor): boolean {
  return actor.permissions.has('stock.see-cost')
}

function shownTo(actor: Actor, row: StockExport): StockExport {
  return row.withCost && seesCost(actor) ? row : { ...row, costValue: null }
}
