import type { BillRow } from '#shared/contract/bills.ts'
import type { BillFile } from '#shared/contract/bill-files.ts'
import { sumInWords } from '#shared/domain/amount-in-words.ts'
import { amountText, percentText } from '#shared/domain/amount-text.ts'
import { bordereauColumnWords, type BordereauColumn } from '#shared/domain/billing/bordereau-columns.ts'
import { firmNumbers, taxLine } from '#shared/domain/countries/country-facts.ts'
import { localDayOf, utcMidnight } from '#shared/domain/dates.ts'
import { byteOrderMark, csvAmount, csvLines } from '#server/base/csv.ts'
import { pdfOf, type PdfPaper } from '#server/base/pdf.ts'
import { requireRow } from '#server/base/require-row.ts'
import { xlsxOf, type XlsxCell } from '#server/base/xlsx.ts'
import { aheadOf } from '#server/bills/bill-payment.repo.ts'
import { billRules, findPayer, usualRule, type Payer } from '#server/bills/bill-rule.repo.ts'
import { findBill } from '#server/bills/bill.repo.ts'
import { bordereauRows, type BordereauRow } from '#server/bills/bordereau.repo.ts'
import type { Tx } from '#server/db/database.ts'
import { paperHeadOf, type PaperHead } from '#server/locale/paper-head.repo.ts'
import { frenchDay, paperSender, written } from '#server/locale/paper-words.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

/** A bill with what its papers show, in the columns that its payer wants. */
export type Bordereau = {
  bill: BillRow
  payer: Payer
  pharmacy: PaperHead
  columns: readonly Column[]
  rows: readonly Row[]
  copies: number
  /** What the payer has ahead, in minor units: it pays so much less. */
  ahead: number
  /** When it is made into a file, and on which day of the pharmacy. */
  madeAt: Date
  madeOn: string
}
/** `day`: of its sale, in the time of the pharmacy. */
type Row = BordereauRow & { day: string }
type Column = { title: string; width: number } & (
  | { text: (row: Row) => string | null; isWhole?: true }
  | { count: (row: Row) => number }
  | { percent: (row: Row) => number | null }
  | { day: (row: Row) => string }
  | { money: (row: Row) => number }
)
export type BordereauFile = { name: string; mime: string; content: Buffer }

type Untitled<C> = C extends unknown ? Omit<C, 'title'> : never

const columnOf: { [Name in BordereauColumn]: Untitled<Column> } = {
  voucher: { width: 16, text: ({ voucher }) => voucher },
  beneficiary: { width: 30, text: ({ beneficiary }) => beneficiary },
  holder: { width: 30, text: ({ holder }) => holder },
  'insured-number': { width: 16, text: ({ insuredNumber }) => insuredNumber },
  policy: { width: 16, text: ({ policy }) => policy },
  employer: { width: 24, text: ({ employer }) => employer },
  contract: { width: 22, text: ({ contract }) => contract },
  prescriber: { width: 22, text: ({ prescriber }) => prescriber },
  medicines: {
    width: 44,
    text: ({ medicines }) => medicines.map(({ label, quantity }) => `${quantity}\u00a0× ${label}`).join(', '),
    isWhole: true,
  },
  sale: { width: 12, count: ({ saleNumber }) => saleNumber },
  'invoice-code': { width: 31, text: ({ invoiceCode }) => invoiceCode, isWhole: true },
  rate: { width: 8, percent: ({ rate }) => rate },
  total: { width: 14, money: ({ total }) => total },
  patient: { width: 14, money: ({ patient }) => patient },
}

/** Throws `requests:notFound`. */
export async function readBordereau(tx: Tx, pharmacyId: string, id: string, madeAt: Date): Promise<Bordereau> {
  const bill = requireRow(await findBill(tx, pharmacyId, id))
  const payer = requireRow(await findPayer(tx, pharmacyId, bill.payerId))
  const { columns, copies } = (await billRules(tx, pharmacyId, [payer.id])).get(payer.id) ?? usualRule
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const rows = (await bordereauRows(tx, pharmacyId, id)).map((line) => ({
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
      ...columns.map((column): Column => ({ title: bordereauColumnWords[column], ...columnOf[column] })),
      { title: 'Montant', width: 14, money: ({ amount }) => amount },
    ],
    rows,
    copies,
    ahead: await aheadOf(tx, pharmacyId, payer.id),
    madeAt,
    madeOn: localDayOf(madeAt, timeZone),
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
      return { name, mime: 'text/csv', content: csvOf(bordereau) }
    case 'xlsx':
      return {
        name,
        mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: await excelOf(bordereau, how.signal),
      }
    case 'pdf':
      return { name, mime: 'application/pdf', content: await pdfOf([bordereauPaper(bordereau)], how) }
  }
}

/**
 * What a file says above its table, by its name. Money and days are not texts yet. One line each: who reads the file
 * again looks for the titles in its first twenty lines.
 */
function headOf({ bill, payer, pharmacy, ahead }: Bordereau): [string, string | Date | { money: number }][] {
  const known = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : [])
  const numbers = firmNumbers(pharmacy.countryCode)
  return [
    ['Pharmacie', pharmacy.name],
    ...known('Adresse', [pharmacy.address, pharmacy.city].filter(Boolean).join(', ')),
    ...known('Téléphone', pharmacy.phone),
    ...known(numbers.tradeRegister, pharmacy.tradeRegister),
    ...known(numbers.taxId.name, pharmacy.taxId),
    ...known('À payer sur', pharmacy.bankAccounts.map(accountText).join(' / ')),
    ['Payeur', payer.name],
    ...known(`${numbers.taxId.name} du payeur`, payer.taxId),
    ['Facture', bill.number],
    ...known('Objet', bill.label),
    ['Du', utcMidnight(bill.billed.from)],
    ['Au', utcMidnight(bill.billed.to)],
    ['Émise le', utcMidnight(bill.issuedOn)],
    ['Payable le', utcMidnight(bill.dueOn)],
    ...(bill.state === 'canceled' ? [['État', 'FACTURE ANNULÉE'] as [string, string]] : []),
    ['Montant', { money: bill.amount }],
    ...(ahead > 0 && bill.state !== 'canceled'
      ? [['Reçu d’avance, à déduire', { money: ahead }] as [string, { money: number }]]
      : []),
    ['Arrêtée à la somme de', sumInWords(bill.amount, pharmacy.currency)],
    ['Fait', madeAtText(bill, pharmacy)],
  ]
}

/** The table, its sums below the amounts. */
function csvOf(bordereau: Bordereau): Buffer {
  const { columns, rows, pharmacy } = bordereau
  const money = (amount: number) => ({ number: csvAmount(amount, pharmacy.currency.decimals) })
  const text =
    csvLines(
      headOf(bordereau).map(([name, value]) => [
        name,
        typeof value === 'string'
          ? value
          : 'money' in value
            ? money(value.money)
            : frenchDay(value.toISOString().slice(0, 10)),
      ]),
    ) +
    csvLines([[], columns.map(({ title }) => title)]) +
    csvLines(
      rows.map((row) =>
        columns.map((column) => {
          if ('text' in column) return column.text(row)
          if ('count' in column) return { number: column.count(row) }
          if ('percent' in column) return { number: column.percent(row) ?? '' }
          return 'day' in column ? frenchDay(column.day(row)) : money(column.money(row))
        }),
      ),
    ) +
    csvLines([sumsOf(bordereau, 'Total', money)])
  return Buffer.from(byteOrderMark + text)
}

/** Amounts are in the major unit of the currency. */
function excelOf(bordereau: Bordereau, signal: AbortSignal): Promise<Buffer> {
  const { bill, columns, rows, pharmacy } = bordereau
  const { decimals } = pharmacy.currency
  const format = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
  const money = (amount: number) => amount / 10 ** decimals
  const cells = rows.map((row) =>
    columns.map((column): XlsxCell => {
      if ('text' in column) return column.text(row)
      if ('count' in column) return column.count(row)
      if ('percent' in column) return column.percent(row)
      return 'day' in column ? utcMidnight(column.day(row)) : money(column.money(row))
    }),
  )
  return xlsxOf(
    {
      name: `Facture ${bill.number}`.replaceAll(/[\\/?*[\]:]/g, '-').slice(0, 31),
      head: [
        ...headOf(bordereau).map(([name, value]): XlsxCell[] => [
          name,
          typeof value === 'object' && 'money' in value ? money(value.money) : value,
        ]),
        [],
      ],
      columns: columns.map((column) => ({
        title: column.title,
        width: column.width,
        ...('money' in column ? { format } : {}),
      })),
      pages: onePage([...cells, sumsOf(bordereau, 'Total', money)]),
    },
    signal,
  )
}

/** A row with the sum of each column of money, and its name in the first cell. */
function sumsOf<Cell>(
  { columns, rows }: Bordereau,
  name: string,
  money: (amount: number) => Cell,
): (Cell | string | null)[] {
  return columns.map((column, at) => {
    if ('money' in column) return money(rows.reduce((sum, row) => sum + column.money(row), 0))
    return at === 0 ? name : null
  })
}

/** The paper that is printed, sent and signed. */
export function bordereauPaper({ bill, payer, pharmacy, columns, rows, ahead, madeAt }: Bordereau): PdfPaper {
  const { symbol, decimals } = pharmacy.currency
  const textOf = (column: Column, row: Row): string => {
    if ('text' in column) return column.text(row) ?? '–'
    if ('count' in column) return String(column.count(row))
    if ('percent' in column) return percentOrDash(column.percent(row))
    return 'day' in column ? frenchDay(column.day(row)) : amountText(column.money(row), decimals)
  }
  const sums = columns.map(() => 0)
  return {
    from: paperSender(pharmacy),
    to: written(payer.name, payer.address, payer.phone, taxLine(payer.taxId, pharmacy.countryCode)),
    title: `Facture ${bill.number}`,
    facts: [
      ...(bill.label ? [bill.label] : []),
      `Bons du ${frenchDay(bill.billed.from)} au ${frenchDay(bill.billed.to)}. Émise le ${frenchDay(bill.issuedOn)}, payable le ${frenchDay(bill.dueOn)}.`,
      ...(bill.state === 'canceled' ? ['FACTURE ANNULÉE'] : []),
    ],
    columns: columns.map((column) => ({
      title: column.title,
      width: column.width,
      ...('text' in column ? (column.isWhole ? { isWhole: column.isWhole } : {}) : { isTight: true as const }),
      ...('text' in column || 'day' in column ? {} : { align: 'right' as const }),
    })),
    rows: rows.map((row) => columns.map((column) => textOf(column, row))),
    sums: rows.map((row) =>
      columns.map((column, at) => {
        if (!('money' in column)) return ''
        sums[at]! += column.money(row)
        return amountText(sums[at]!, decimals)
      }),
    ),
    totals: [
      [
        rows.length === 1 ? '1 bon' : `${rows.length} bons`,
        `${amountText(bill.amount, decimals)}\u00a0${symbol}`,
        true,
      ],
    ],
    closing: [
      ...(ahead > 0 ? [`Reçu d’avance, à déduire\u00a0: ${amountText(ahead, decimals)}\u00a0${symbol}.`] : []),
      `Arrêtée la présente facture à la somme de ${sumInWords(bill.amount, pharmacy.currency)}.`,
      ...pharmacy.bankAccounts.map((account) => `À payer sur\u00a0: ${accountText(account)}.`),
      `Fait ${madeAtText(bill, pharmacy)}.`,
    ],
    signatures: ['Le pharmacien', `Reçu par ${payer.name}`],
    footer: `Facture ${bill.number}`,
    madeAt,
  }
}

/** « BOA Bénin, RIB BJ061 01001 …, IBAN BJ66 … » */
function accountText({ kind, name, number, iban }: PaperHead['bankAccounts'][number]): string {
  return [name, kind === 'bank' ? `RIB ${number}` : number, iban && `IBAN ${iban}`].filter(Boolean).join(', ')
}

/** « à Cotonou, le 31/03/2026 » */
function madeAtText({ issuedOn }: Pick<BillRow, 'issuedOn'>, { city }: PaperHead): string {
  return `${city ? `à ${city}, ` : ''}le ${frenchDay(issuedOn)}`
}

function percentOrDash(percent: number | null): string {
  return percent === null ? '–' : percentText(percent)
}

async function* onePage<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows
}
