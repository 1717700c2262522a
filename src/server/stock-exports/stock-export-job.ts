import { refuseWithoutCategory } from '#server/stock-exports/refuse-without-category.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import { currencyDecimalsOf } from '#server/locale/pharmacy-country.repo.ts'
import { stockCsv, stockXlsx } from '#server/stock-exports/stock-export-file.ts'
import { fillStockExport, findStockExport } from '#server/stock-exports/stock-export.repo.ts'
import {
  countLots,
  productsWithoutCategory,
  valuedStock,
  type ValuedRow,
} from '#server/stock-exports/stock-valuation.repo.ts'

export const stockExportJob = 'stock-export'

/** Shares of the progress, in percent: the statement has run, all rows are read. The rest is the Excel file. */
const valued = 20
const read = 70

/** The background job that values the stock and writes the file. */
export function stockExportJobs(database: Database): JobKind {
  return {
    resource: 'stock-exports',
    run: ({ pharmacyId, id }, { report, signal }) =>
      database.read(pharmacyId, async (tx) => {
        const order = await findStockExport(tx, pharmacyId, id)
        if (!order) throw new Error(`the job ${id} has no stock export`)
        const at = new Date(order.at)
        const expected = await countLots(tx, pharmacyId)
        const decimals = await currencyDecimalsOf(tx, pharmacyId)
        // A product may have lost its category since the export was asked.
        if (order.groupBy === 'category') refuseWithoutCategory(await productsWithoutCategory(tx, pharmacyId, at))
        const sums = { rows: 0, costValue: 0, priceValue: 0 }
        async function* counted(): AsyncGenerator<readonly ValuedRow[]> {
          for await (const rows of valuedStock(tx, pharmacyId, { at, groupBy: order!.groupBy })) {
            signal.throwIfAborted()
            sums.rows += rows.length
            for (const row of rows) {
              sums.costValue += row.costValue
              sums.priceValue += row.priceValue
            }
            report(valued + ((read - valued) * Math.min(sums.rows, expected)) / Math.max(expected, 1))
            yield rows
          }
        }
        const shape = { ...order, decimals }
        const content =
          order.format === 'csv' ? await stockCsv(counted(), shape) : await stockXlsx(counted(), shape, signal)
        return (storing) => fillStockExport(storing, pharmacyId, id, { ...sums, content })
      }),
  }
}
