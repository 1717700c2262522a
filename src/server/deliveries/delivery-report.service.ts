import { type SupplierPrice, supplierPriceText } from '#shared/domain/supplier-price.ts'
import type { DeliveryReportRow } from '#shared/contract/deliveries.ts'
import { csvAmount, csvPieces, type CsvColumn, type CsvPiece } from '#server/base/csv.ts'
import {
  linesOfReport,
  reportOfDeliveries,
  type ReportLine,
  type ReportPeriod,
} from '#server/deliveries/delivery-report.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { currencyDecimalsOf } from '#server/locale/pharmacy-country.repo.ts'

/** Sums of the closed deliveries of a period, both days included. */
export function readDeliveryReport(
  context: Context,
  { by, ...period }: ReportPeriod & { by: 'supplier' | 'month' | 'product' },
): Promise<DeliveryReportRow[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => reportOfDeliveries(tx, pharmacyId, period, by))
}

const rowsAtOnce = 500

/** The lines of the closed deliveries of a period as CSV, amounts in the major unit of the currency. */
export async function* exportDeliveries(context: Context, period: ReportPeriod): AsyncGenerator<CsvPiece> {
  const pharmacyId = pharmacyOf(context)
  const decimals = await context.database.read(pharmacyId, (tx) => currencyDecimalsOf(tx, pharmacyId))
  yield* csvPieces(columnsOf(decimals), pagesOf(context, pharmacyId, period))
}

/** The filters of an export in words, for its trace. */
export function deliveryFilterWords({ from, to, supplierId }: ReportPeriod): string {
  return [`du ${french(from)} au ${french(to)}`, supplierId && `fournisseur ${supplierId}`].filter(Boolean).join(', ')
}

async function* pagesOf(
  context: Context,
  pharmacyId: string,
  period: ReportPeriod,
): AsyncGenerator<readonly ReportLine[]> {
  let offset = 0
  for (;;) {
    const page = await context.database.read(pharmacyId, (tx) =>
      linesOfReport(tx, pharmacyId, period, { offset, size: rowsAtOnce }),
    )
    yield page
    if (page.length < rowsAtOnce) return
    offset += rowsAtOnce
  }
}

function columnsOf(decimals: number): CsvColumn<ReportLine>[] {
  return [
    { title: 'Livraison', number: ({ number }) => number },
    { title: 'Fournisseur', text: ({ supplier }) => supplier },
    { title: 'BL', text: ({ bl }) => bl },
    { title: 'Reçue le', text: ({ receivedOn }) => french(receivedOn) },
    { title: 'Code', text: ({ code }) => code },
    { title: 'Produit', text: ({ label }) => label },
    { title: 'Facturé', number: ({ noted }) => noted },
    { title: 'Reçu', number: ({ received }) => received },
    { title: 'UG', number: ({ free }) => free },
    { title: 'Prix d’achat', number: ({ purchasePrice }) => csvPrice(purchasePrice, decimals) },
    { title: 'TVA %', number: ({ vat }) => csvAmount(vat, 2) },
    { title: 'Prix public', number: ({ salePrice }) => (salePrice === null ? null : csvAmount(salePrice, decimals)) },
    { title: 'Lot', text: ({ lot }) => lot },
    { title: 'Expire le', text: ({ expiresOn }) => expiresOn && french(expiresOn) },
  ]
}

/** « 2334,45 »: with all decimals of the note, without groups. */
function csvPrice(price: SupplierPrice, decimals: number): string {
  return supplierPriceText(price, decimals).replaceAll('\u202f', '')
}

function french(day: string): string {
  return day.split('-').toReversed().join('/')
}
