import { demoId } from '#server/demo/demo-id.ts'
import type { DemoCalendar } from '#server/demo/demo-calendar.ts'
import { companyId, organizationId } from '#server/demo/demo-clients.ts'
import { payersOf, type PlannedContract } from '#server/demo/demo-payers.ts'
import type { DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import { seededRandom } from '#server/demo/seeded-random.ts'
import type { ShelfProduct } from '#server/demo/shelf.ts'

export type CeilingColumns = {
  ceiling_per_sale: number | null
  ceiling_per_day: number | null
  ceiling_per_month: number | null
  ceiling_per_year: number | null
}
type ContractRow = CeilingColumns & {
  id: string
  company_id: string | null
  owner_organization_id: string | null
  label: string
  number: string
  default_coverage: number
  valid_from: string
  valid_until: string | null
}
type ExceptionRow = {
  contract_id: string
  pharmacy_product_id: string
  excluded: boolean
  coverage: number | null
  reference_price: number | null
}
export type DemoContract = { plan: PlannedContract; row: ContractRow; exceptions: ExceptionRow[] }

/** Every contract of a pharmacy's payers, with exceptions for single products. */
export function demoContracts(
  { slug, countryCode }: DemoPharmacy,
  shelf: readonly ShelfProduct[],
  calendar: DemoCalendar,
): DemoContract[] {
  const random = seededRandom('contracts', slug)
  return payersOf(countryCode).contracts.map((plan) => {
    const { company, owner, label, validForDays } = plan
    const id = demoId('contract', slug, company ?? '', label)
    const row: ContractRow = {
      id,
      company_id: company === null ? null : companyId(slug, company),
      owner_organization_id: owner === null ? null : organizationId(slug, owner),
      label,
      number: `${random.int(2021, 2026)}/${random.int(1000, 9999)}`,
      default_coverage: plan.coverage,
      ...ceilingColumns(plan.ceilings),
      valid_from: calendar.day(700).date,
      valid_until: validForDays === undefined ? null : calendar.day(-validForDays).date,
    }
    return { plan, row, exceptions: plan.hasExceptions ? exceptionsOf(id, shelf) : [] }
  })
}

export function ceilingColumns({
  perSale = null,
  perDay = null,
  perMonth = null,
  perYear = null,
}: {
  perSale?: number | null
  perDay?: number | null
  perMonth?: number | null
  perYear?: number | null
} = {}): CeilingColumns {
  return {
    ceiling_per_sale: perSale,
    ceiling_per_day: perDay,
    ceiling_per_month: perMonth,
    ceiling_per_year: perYear,
  }
}

/** Vitamins count as comfort products; for expensive brands, the payer covers the price of a cheaper one. */
function exceptionsOf(contractId: string, shelf: readonly ShelfProduct[]): ExceptionRow[] {
  const exception = (product: ShelfProduct, of: Partial<ExceptionRow>): ExceptionRow => ({
    contract_id: contractId,
    pharmacy_product_id: product.id,
    excluded: false,
    coverage: null,
    reference_price: null,
    ...of,
  })
  const vitamins = shelf.filter(({ medicine }) => medicine.atc?.startsWith('A11')).slice(0, 12)
  const brands = shelf
    .filter(({ medicine }) => /^(Augmentin|Clamoxyl|Efferalgan|Coartem)/.test(medicine.label))
    .slice(0, 10)
  return [
    ...vitamins.map((product) => exception(product, { excluded: true })),
    ...brands.map((product) =>
      exception(product, { reference_price: Math.round((product.medicine.price * 0.85) / 5) * 5 }),
    ),
  ]
}
