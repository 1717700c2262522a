import { csvAmount, csvPieces, type CsvColumn } from '#server/base/csv.ts'
import { requireRow } from '#server/base/require-row.ts'
import { findBill, findBillLines, type BillLineRow } from '#server/bills/bill.repo.ts'
import { billRules, usualRule } from '#server/bills/bill-rule.repo.ts'
import type { BordereauColumn } from '#shared/contract/bills.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import type { Tx } from '#server/db/database.ts'
import { currencyDecimalsOf } from '#server/locale/pharmacy-country.repo.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

type Row = BillLineRow & { line: number; day: string }

const columnOf: Record<BordereauColumn, CsvColumn<Row>> = {
  voucher: { title: 'N° du bon', text: ({ voucher }) => voucher },
  beneficiary: { title: 'Bénéficiaire', text: ({ beneficiary }) => beneficiary },
  'insured-number': { title: 'Matricule', text: ({ insuredNumber }) => insuredNumber },
  employer: { title: 'Employeur', text: ({ employer }) => employer },
  contract: { title: 'Contrat', text: ({ contract }) => contract },
  prescriber: { title: 'Prescripteur', text: ({ prescriber }) => prescriber },
  sale: { title: 'N° de vente', number: ({ saleNumber }) => saleNumber },
}

/** The bordereau of a bill as an attachment, with the columns that its payer wants. Throws `requests:notFound`. */
export async function billAttachment(
  tx: Tx,
  pharmacyId: string,
  id: string,
): Promise<{ name: string; mime: string; content: Buffer }> {
  const { number, payerId } = requireRow(await findBill(tx, pharmacyId, id))
  const rule = (await billRules(tx, pharmacyId, [payerId])).get(payerId) ?? usualRule
  const decimals = await currencyDecimalsOf(tx, pharmacyId)
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const lines = await findBillLines(tx, pharmacyId, id)
  const rows = lines.map((line, index): Row => ({
    ...line,
    line: index + 1,
    day: localDayOf(new Date(line.soldAt), timeZone),
  }))
  const columns: CsvColumn<Row>[] = [
    { title: 'N°', number: ({ line }) => line },
    { title: 'Date', text: ({ day }) => day.split('-').toReversed().join('/') },
    ...rule.columns.map((column) => columnOf[column]),
    { title: 'Montant', number: ({ amount }) => csvAmount(amount, decimals) },
  ]
  let text = ''
  for await (const piece of csvPieces(columns, pageOf(rows))) text += piece.text
  return { name: `bordereau-${number.replaceAll(/[^\w-]/g, '-')}.csv`, mime: 'text/csv', content: Buffer.from(text) }
}

async function* pageOf(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
