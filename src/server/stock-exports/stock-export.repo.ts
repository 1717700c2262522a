import { sql } from 'kysely'
import type { StockExport } from '#shared/contract/stock-exports.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'

type Order = Pick<StockExport, 'id' | 'format' | 'groupBy' | 'withCost'> & { at: Date }

export async function insertStockExport(tx: Tx, pharmacyId: string, order: Order): Promise<void> {
  const { id, at, format, groupBy, withCost } = order
  await tx
    .insertInto('stock_exports')
    .values({ pharmacy_id: pharmacyId, id, at, format, group_by: groupBy, with_cost: withCost })
    .execute()
}

type Row = Omit<StockExport, 'at' | 'askedAt' | 'finishedAt' | 'byName'> & {
  at: Date
  askedAt: Date
  finishedAt: Date | null
  by: PersonName
}

const columns = sql`x.id, x.at, x.format, x.group_by as "groupBy", x.with_cost as "withCost", j.status, j.progress,
  j.asked_at as "askedAt", j.finished_at as "finishedAt", x.row_count as rows, x.cost_value as "costValue",
  x.price_value as "priceValue", j.error,
  json_build_object('firstName', u.first_name, 'lastName', u.last_name) as by`
const joined = sql`jobs j join stock_exports x on x.pharmacy_id = j.pharmacy_id and x.id = j.id
  join users u on u.id = j.asked_by`

export async function findStockExport(tx: Tx, pharmacyId: string, id: string): Promise<StockExport | undefined> {
  const { rows } =
    await sql<Row>`select ${columns} from ${joined} where j.pharmacy_id = ${pharmacyId} and j.id = ${id}`.execute(tx)
  return rows.map(exportOf)[0]
}

/** Newest first. */
export function pageOfStockExports(
  tx: Tx,
  pharmacyId: string,
  page: Page,
): Promise<{ items: StockExport[]; total: number }> {
  const from = sql`${joined} where j.pharmacy_id = ${pharmacyId}`
  return pagedRows(tx, page, {
    from,
    async items(limit) {
      const { rows } = await sql<Row>`select ${columns} from ${from} order by j.asked_at desc, j.id ${limit}`.execute(
        tx,
      )
      return rows.map(exportOf)
    },
  })
}

function exportOf({ by, at, askedAt, finishedAt, ...row }: Row): StockExport {
  return {
    ...row,
    at: at.toISOString(),
    askedAt: askedAt.toISOString(),
    finishedAt: finishedAt && finishedAt.toISOString(),
    byName: displayName(by),
  }
}

export type FilledExport = { rows: number; costValue: number; priceValue: number; content: Buffer }

export async function fillStockExport(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { rows, costValue, priceValue, content }: FilledExport,
): Promise<void> {
  await tx
    .updateTable('stock_exports')
    .set({ row_count: rows, cost_value: costValue, price_value: priceValue, content })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/** The content of the file; undefined until it is made. */
export async function stockExportContent(tx: Tx, pharmacyId: string, id: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('stock_exports')
    .select('content')
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.content ?? undefined
}
