import type { BillRow, BordereauColumn } from '#shared/contract/bills.ts'
import type { BillFile } from '#shared/contract/bill-files.ts'
import { amountText } from '#shared/domain/amount-text.ts'
import { localDayOf, utcMidnight } from '#shared/domain/dates.ts'
import { csvAmount, csvPieces, type CsvColumn } from '#server/base/csv.ts'
import { pdfOf, type PdfPaper } from '#server/base/pdf.ts'
import { requireRow } from '#server/base/require-row.ts'
import { xlsxOf } from '#server/base/xlsx.ts'
import { billRules, findPayer, usualRule, type Payer } from '#server/bills/bill-rule.repo.ts'
import { findBill, findBillLines, type BillLineRow } from '#server/bills/bill.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { amountInWords } from '#server/locale/amount-in-words.ts'
import { paperHeadOf, type PaperHead } from '#server/locale/paper-head.repo.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

/** A bill with what its papers show, in the columns that its payer wants. */
export type Bordereau = {
  bill: BillRow
  payer: Payer
  pharmacy: PaperHead
  columns: readonly Column[]
  rows: readonly Row[]
  /** The day on which it is made into a file. */
  madeAt: Date
}
/** `day`: of its sale, in the time of the pharmacy. */
type Row = BillLineRow & { day: string }
type Column = { title: string; width: number } & (
  | { text: (row: Row) => string | null }
  | { count: (row: Row) => number }
  | { day: (row: Row) => string }
  | { money: (row: Row) => number }
)
export type BordereauFile = { name: string; mime: string; content: Buffer }

const columnOf: Record<BordereauColumn, Column> = {
  voucher: { title: 'N° du bon', width: 16, text: ({ voucher }) => voucher },
  beneficiary: { title: 'Bénéficiaire', width: 30, text: ({ beneficiary }) => beneficiary },
  'insured-number': { title: 'Matricule', width: 16, text: ({ insuredNumber }) => insuredNumber },
  employer: { title: 'Employeur', width: 24, text: ({ employer }) => employer },
  contract: { title: 'Contrat', width: 22, text: ({ contract }) => contract },
  prescriber: { title: 'Prescripteur', width: 22, text: ({ prescriber }) => prescriber },
  sale: { title: 'N° de vente', width: 12, count: ({ saleNumber }) => saleNumber },
}

/** Throws `requests:notFound`. */
export async function readBordereau(tx: Tx, pharmacyId: string, id: string, madeAt: Date): Promise<Bordereau> {
  const bill = requireRow(await findBill(tx, pharmacyId, id))
  const payer = requireRow(await findPayer(tx, pharmacyId, bill.payerId))
  const { columns } = (await billRules(tx, pharmacyId, [payer.id])).get(payer.id) ?? usualRule
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const rows = (await findBillLines(tx, pharmacyId, id)).map((line) => ({
    ...line,
    day: localDayOf(new Date(line.soldAt), timeZone),
  }))
  return {
    bill,
    payer,
    pharmacy: await paperHeadOf(tx, pharmacyId),
    columns: [
      { title: 'N°', width: 7, count: ({ position }) => position },
      { title: 'Date', width: 12, day: ({ day }) => day },
      ...columns.map((column) => columnOf[column]),
      { title: 'Montant', width: 14, money: ({ amount }) => amount },
    ],
    rows,
    madeAt,
  }
}

/** The bordereau as a file. `onDrawn` is told how many lines of a PDF stand. */
export async function bordereauFile(
  bordereau: Bordereau,
  format: BillFile['format'],
  how: { signal: AbortSignal; onDrawn?: (rows: number) => void },
): Promise<BordereauFile> {
  const name = `bordereau-${bordereau.bill.number.replaceAll(/[^\w-]/g, '-')}.${format}`
  switch (format) {
    case 'csv':
      return { name, mime: 'text/csv', content: await csvOf(bordereau) }
    case 'xlsx':
      return {
        name,
        mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: await excelOf(bordereau, how.signal),
      }
    case 'pdf':
      return { name, mime: 'application/pdf', content: await pdfOf(paperOf(bordereau), how) }
  }
}

async function csvOf({ columns, rows, pharmacy }: Bordereau): Promise<Buffer> {
  const written = columns.map((column): CsvColumn<Row> => {
    if ('text' in column) return column
    if ('count' in column) return { title: column.title, number: column.count }
    if ('day' in column) return { title: column.title, text: (row) => frenchDay(column.day(row)) }
    return { title: column.title, number: (row) => csvAmount(column.money(row), pharmacy.currency.decimals) }
  })
  let text = ''
  for await (const piece of csvPieces(written, onePage(rows))) text += piece.text
  return Buffer.from(text)
}

/** Amounts are in the major unit of the currency. */
function excelOf({ bill, columns, rows, pharmacy }: Bordereau, signal: AbortSignal): Promise<Buffer> {
  const { decimals } = pharmacy.currency
  const format = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
  const cells = rows.map((row) =>
    columns.map((column) => {
      if ('text' in column) return column.text(row)
      if ('count' in column) return column.count(row)
      if ('day' in column) return utcMidnight(column.day(row))
      return column.money(row) / 10 ** decimals
    }),
  )
  return xlsxOf(
    {
      name: `Facture ${bill.number}`.replaceAll(/[\\/?*[\]:]/g, '-').slice(0, 31),
      columns: columns.map((column) => ({
        title: column.title,
        width: column.width,
        ...('money' in column ? { format } : {}),
      })),
      pages: onePage(cells),
    },
    signal,
  )
}

function paperOf({ bill, payer, pharmacy, columns, rows, madeAt }: Bordereau): PdfPaper {
  const { symbol, decimals } = pharmacy.currency
  const textOf = (column: Column, row: Row): string => {
    if ('text' in column) return column.text(row) ?? '–'
    if ('count' in column) return String(column.count(row))
    return 'day' in column ? frenchDay(column.day(row)) : amountText(column.money(row), decimals)
  }
  const money = (amount: number) => `${amountText(amount, decimals)}\u00a0${symbol}`
  return {
    from: written(pharmacy.name, pharmacy.address, pharmacy.city, pharmacy.phone, taxLine(pharmacy)),
    to: written(payer.name, payer.address, payer.phone, taxLine(payer)),
    title: `Facture ${bill.number}`,
    facts: [
      ...(bill.label ? [bill.label] : []),
      `Bons du ${frenchDay(bill.from)} au ${frenchDay(bill.to)}. Émise le ${frenchDay(bill.issuedOn)}, payable le ${frenchDay(bill.dueOn)}.`,
      ...(bill.state === 'canceled' ? ['FACTURE ANNULÉE'] : []),
    ],
    columns: columns.map((column) => ({
      title: column.title,
      width: column.width,
      ...('money' in column || 'count' in column ? { align: 'right' as const } : {}),
    })),
    rows: rows.map((row) => columns.map((column) => textOf(column, row))),
    totals: [[rows.length === 1 ? '1 bon' : `${rows.length} bons`, money(bill.amount), true]],
    closing: [`Arrêtée la présente facture à la somme de ${amountInWords(bill.amount, pharmacy.currency)} ${symbol}.`],
    signatures: ['Le pharmacien', `Reçu par ${payer.name}`],
    footer: `Facture ${bill.number}`,
    madeAt,
  }
}

function taxLine({ taxId }: { taxId: string | null }): string | null {
  return taxId && `IFU ${taxId}`
}

function written(...lines: (string | null)[]): string[] {
  return lines.flatMap((line) => line || [])
}

function frenchDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

async function* onePage<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows
}
