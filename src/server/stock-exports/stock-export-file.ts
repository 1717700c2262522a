import { setImmediate as breathe } from 'node:timers/promises'
import type { StockGrouping } from '#shared/contract/stock-exports.ts'
import { utcMidnight } from '#shared/domain/dates.ts'
import { csvAmount, csvPieces, type CsvColumn } from '#server/base/csv.ts'
import { xlsxOf, type XlsxCell } from '#server/base/xlsx.ts'
import type { ValuedRow } from '#server/stock-exports/stock-valuation.repo.ts'

type Column = { title: string; width: number } & (
  | { text: (row: ValuedRow) => string | null }
  | { day: (row: ValuedRow) => string | null }
  | { count: (row: ValuedRow) => number | null }
  | { money: (row: ValuedRow) => number | null }
)
type Named = 'product' | 'packaging' | 'lot' | 'expiresOn' | 'storage' | 'category' | 'products' | 'lots' | 'quantity'

const columnOf: Record<Named, Column> = {
  product: { title: 'Produit', width: 50, text: ({ product }) => product },
  packaging: { title: 'Conditionnement', width: 24, text: ({ packaging }) => packaging },
  lot: { title: 'Lot', width: 16, text: ({ lot }) => lot },
  expiresOn: { title: 'Péremption', width: 12, day: ({ expiresOn }) => expiresOn },
  storage: { title: 'Rangement', width: 24, text: ({ storage }) => storage ?? 'Sans rangement' },
  category: { title: 'Catégorie', width: 24, text: ({ category }) => category ?? 'Sans catégorie' },
  products: { title: 'Produits', width: 10, count: ({ products }) => products },
  lots: { title: 'Lots', width: 10, count: ({ lots }) => lots },
  quantity: { title: 'Quantité', width: 10, count: ({ quantity }) => quantity },
}
const unitCost: Column = { title: 'Prix d’achat', width: 14, money: ({ cost }) => cost }
const unitPrice: Column = { title: 'Prix de vente', width: 14, money: ({ price }) => price }
const costValue: Column = { title: 'Valeur au prix d’achat', width: 22, money: (row) => row.costValue }
const priceValue: Column = { title: 'Valeur au prix de vente', width: 22, money: (row) => row.priceValue }

const namedBy: Record<StockGrouping, readonly Named[]> = {
  category: ['category', 'products', 'lots'],
  storage: ['storage', 'products', 'lots'],
  product: ['product', 'packaging', 'category', 'storage', 'lots', 'quantity'],
  lot: ['product', 'packaging', 'lot', 'expiresOn', 'category', 'storage', 'quantity'],
}

type FileShape = { groupBy: StockGrouping; withCost: boolean; /** Of the currency. */ decimals: number }

function columnsOf({ groupBy, withCost }: FileShape): Column[] {
  return [
    ...namedBy[groupBy].map((name) => columnOf[name]),
    ...(groupBy !== 'lot' ? [] : withCost ? [unitCost, unitPrice] : [unitPrice]),
    ...(withCost ? [costValue, priceValue] : [priceValue]),
  ]
}

type Pages = AsyncIterable<readonly ValuedRow[]>

/** The valued stock as CSV text. */
export async function stockCsv(pages: Pages, shape: FileShape): Promise<Buffer> {
  const columns = columnsOf(shape).map((column): CsvColumn<ValuedRow> => {
    if ('text' in column) return column
    if ('day' in column)
      return { title: column.title, text: (row) => column.day(row)?.split('-').toReversed().join('/') ?? null }
    if ('count' in column) return { title: column.title, number: column.count }
    return {
      title: column.title,
      number: (row) => {
        const amount = column.money(row)
        return amount === null ? null : csvAmount(amount, shape.decimals)
      },
    }
  })
  const pieces: Buffer[] = []
  for await (const { text } of csvPieces(columns, pages)) {
    pieces.push(Buffer.from(text))
    await breathe()
  }
  return Buffer.concat(pieces)
}

/** The valued stock as an Excel file. Amounts are in the major unit of the currency. */
export function stockXlsx(pages: Pages, shape: FileShape, signal: AbortSignal): Promise<Buffer> {
  const columns = columnsOf(shape)
  const amountFormat = shape.decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(shape.decimals)}`
  async function* cells() {
    for await (const page of pages) yield page.map((row) => columns.map((column) => cellOf(column, row, shape)))
  }
  const formatted = columns.map((column) =>
    'money' in column ? { ...titled(column), format: amountFormat } : titled(column),
  )
  return xlsxOf({ name: 'Stock valorisé', columns: formatted, pages: cells() }, signal)
}

function titled({ title, width }: Column): { title: string; width: number } {
  return { title, width }
}

function cellOf(column: Column, row: ValuedRow, { decimals }: FileShape): XlsxCell {
  if ('text' in column) return column.text(row)
  if ('count' in column) return column.count(row)
  if ('day' in column) {
    const day = column.day(row)
    return day === null ? null : utcMidnight(day)
  }
  const amount = column.money(row)
  return amount === null ? null : amount / 10 ** decimals
}
