import { StockItemPlaces, type FindStockItems } from '#kiosk/counter/sale/stock-item-places.ts'
import { companies } from '#shared/contract/companies.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { persons, type Person } from '#shared/contract/persons.ts'
import { pharmacyProducts, type PharmacyProduct } from '#shared/contract/pharmacy-products.ts'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import type { ClosingFacts } from '#shared/domain/closing-refusals.ts'
import { payerPaymentId } from '#shared/domain/coverage/payer-payment-id.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import type { SettlementFacts } from '#shared/domain/settle-sale.ts'
import { payerBook, policiesOf } from '#shared/store/lists/payers-of.ts'
import type { TestMember } from '#tests/server/support/shop.ts'
import type { TestApp } from '#tests/server/support/test-app.ts'

/** A terminal that has just read its lists through the API: the data that settling and ending a sale need. */
export type ReadingTill = {
  products: readonly PharmacyProduct[]
  find: FindStockItems
  person: (id: string) => Person | undefined
  settlementFacts: (sale: LocalSale) => SettlementFacts
  closingFacts: (sale: LocalSale) => ClosingFacts
}

const everything = { query: { size: 2000 } }
const cashStep = 5

export async function readingTill(
  as: TestApp['as'],
  {
    seller,
    role,
    discountLimit,
    now,
  }: { seller: TestMember; role: keyof typeof defaultRoles; discountLimit: number | null; now: Date },
): Promise<ReadingTill> {
  const by = as(seller.token)
  const [products, people, organizationList, companyList, scheme] = await Promise.all([
    by.call(pharmacyProducts.list, everything),
    by.call(persons.list, everything),
    by.call(organizations.list, everything),
    by.call(companies.list, everything),
    by.call(productHealthInsurance.list, everything),
  ])
  const byId = <Row extends { id: string }>({ items }: { items: readonly Row[] }): Map<string, Row> =>
    new Map(items.map((row) => [row.id, row]))
  const [productRows, personRows, organizationRows] = [byId(products), byId(people), byId(organizationList)]
  const schemeLines = new Map(
    scheme.items.flatMap((line) =>
      line.productId !== null && !line.archived ? [[line.productId, line] as const] : [],
    ),
  )
  const book = payerBook({
    companies: byId(companyList),
    organizations: organizationRows,
    schemeLines,
    products: productRows,
  })
  const today = localDayOf(now, 'Africa/Porto-Novo')
  const rights = new Set(defaultRoles[role])
  const find = new StockItemPlaces().in(productRows, cashStep)

  return {
    products: products.items,
    find,
    person: (id) => personRows.get(id),
    settlementFacts({ id, patient, records }) {
      const person = personRows.get(patient?.id ?? '')
      const policies = person ? policiesOf(person, book, today) : []
      const known = new Map(policies.map((policy) => [policy.payer.policyId, policy]))
      const places = find(new Set(records.map(({ stockItemId }) => stockItemId)))
      return {
        payers: policies.map(({ payer }) => payer),
        productOf: ({ stockItemId }) => places.get(stockItemId)?.product.id,
        paymentId: (policyId) => payerPaymentId(id, policyId),
        identifierOf: (policyId) => known.get(policyId)?.identifier ?? null,
        organizationOf: (policyId) => known.get(policyId)?.payerId ?? null,
        today,
        cashStep,
      }
    },
    closingFacts({ patient, records }) {
      const person = personRows.get(patient?.id ?? '')
      return {
        cashStep,
        stockItems: new Map(
          [...find(new Set(records.map(({ stockItemId }) => stockItemId)))].map(([id, { item, product }]) => [
            id,
            { ...item, list: product.prescriptionList },
          ]),
        ),
        credit: new Map(
          [...personRows.values(), ...organizationRows.values()].map(({ id, outgoing, creditLimit }) => [
            id,
            { outgoing, limit: creditLimit },
          ]),
        ),
        ...(person && { policies: new Set(person.policies.flatMap(({ id, archived }) => (archived ? [] : [id]))) }),
        today,
        maySellExpired: rights.has('sale.expired'),
        mayDispenseListed: rights.has('sale.listed'),
        listOneNeedsPrescription: true,
        mayDiscount: rights.has('sale.discount'),
        discountLimit,
      }
    },
  }
}
