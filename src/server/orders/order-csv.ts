import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { OrderDetail, OrderLayout, OrderLine, orders } from '#shared/contract/orders.ts'
import { AppError } from '#shared/domain/errors.ts'
import { csvAmount, csvPieces, type CsvColumn, type CsvPiece } from '#server/base/csv.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
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
  yield* await context.database.read(pharmacyId, (tx) => orderFile(tx, pharmacyId, query.id, params.type))
}

/** The same in a transaction. */
export async function orderFile(
  tx: Tx,
  pharmacyId: string,
  id: string,
  layout: OrderLayout,
): Promise<AsyncGenerator<CsvPiece>> {
  const order = requireRow(await findOrder(tx, pharmacyId, id))
  const decimals = await currencyDecimalsOf(tx, pharmacyId)
  const codeless = order.lines.filter(({ code }) => code === null)
  if (layout !== 'detailed' && codeless.length > 0)
    throw new AppError('orders:CSVExport', { items: codeless.slice(0, 50).map(({ label }) => ({ label })) })
  const rows = order.lines.map((line, index): Row => ({ ...line, line: index + 1, order }))
  return csvPieces(columnsOf(layout, decimals), pageOf(rows))
}

/** The file as an attachment of an e-mail, `commande-12.csv`. Throws what `exportOrder` throws. */
export async function orderAttachment(
  tx: Tx,
  pharmacyId: string,
  id: string,
  layout: OrderLayout,
): Promise<{ name: string; mime: string; content: Buffer }> {
  const { number } = requireRow(await findOrder(tx, pharmacyId, id))
  let text = ''
  for await (const piece of await orderFile(tx, pharmacyId, id, layout)) text += piece.text
  return { name: `commande-${number}.csv`, mime: 'text/csv', content: Buffer.from(text) }
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
