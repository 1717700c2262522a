import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { OrderDetail, OrderLayout, OrderLine, orders } from '#shared/contract/orders.ts'
import { AppError } from '#shared/domain/errors.ts'
import { csvAmount, csvPieces, type CsvColumn, type CsvPiece } from '#server/base/csv.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { currencyDecimalsOf } from '#server/locale/pharmacy-country.repo.ts'
import { findOrder } from '#server/orders/order.repo.ts'

type Row = OrderLine & { line: number; order: OrderDetail }

/**
 * The lines of an order in a layout that suppliers read. Throws `requests:notFound`, and `orders:CSVExport` with the
 * products that have no code: the supplier would send something else or nothing.
 */
export async function* exportOrder(
  context: Context,
  { params, query }: HandlerInput<typeof orders.csv>,
): AsyncGenerator<CsvPiece> {
  const pharmacyId = pharmacyOf(context)
  const { order, decimals } = await context.database.read(pharmacyId, async (tx) => ({
    order: requireRow(await findOrder(tx, pharmacyId, query.id)),
    decimals: await currencyDecimalsOf(tx, pharmacyId),
  }))
  const codeless = order.lines.filter(({ code }) => code === null)
  if (params.type !== 'detailed' && codeless.length > 0)
    throw new AppError('orders:CSVExport', { items: codeless.slice(0, 50).map(({ label }) => ({ label })) })
  const rows = order.lines.map((line, index): Row => ({ ...line, line: index + 1, order }))
  yield* csvPieces(columnsOf(params.type, decimals), pageOf(rows))
}

async function* pageOf(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}

function columnsOf(layout: OrderLayout, decimals: number): CsvColumn<Row>[] {
  const code: CsvColumn<Row> = { title: 'Code', text: (row) => row.code }
  const quantity: CsvColumn<Row> = { title: 'Quantité', number: (row) => row.quantity }
  if (layout === 'code-quantity') return [code, quantity]
  if (layout === 'laborex')
    return [
      { title: 'N° commande', number: ({ order }) => order.number },
      { title: 'N° ligne', number: ({ line }) => line },
      { title: 'CIP/EAN13', text: (row) => row.code },
      { title: 'Libellé', text: ({ label }) => label },
      { title: 'Qté commandée', number: (row) => row.quantity },
    ]
  return [
    code,
    { title: 'Produit', text: ({ label }) => label },
    quantity,
    { title: 'Prix attendu', number: ({ price }) => (price === null ? null : csvAmount(price, decimals)) },
    { title: 'Reçu', number: ({ received }) => received },
  ]
}
