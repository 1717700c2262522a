import type { CallReply } from '#shared/contract/endpoint.ts'
import type { pharmacyProducts, StockDetail } from '#shared/contract/pharmacy-products.ts'
import type { PharmacyProduct, StockMovement } from '#shared/contract/pharmacy-products.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import { untouched, type Sale } from '#shared/contract/sales.ts'
import type { DayFigures, Morning, TurnoverStatistics } from '#shared/contract/usage.ts'
import { addDays } from '#shared/domain/dates.ts'
import type { Member, User } from '#shared/contract/users.ts'
import { aProduct } from '#tests/support/a-product.ts'

const idOf = (kind: string, n: number) => `018f0000-0000-7000-8000-${kind}${String(n).padStart(12 - kind.length, '0')}`
export const saleId = (n: number) => idOf('5', n)

/** Sale number `n`; one a minute before 12:00 UTC, the highest number last. */
export function aSummary(n: number, given: Partial<SaleSummary> = {}): SaleSummary {
  return {
    id: saleId(n),
    number: n,
    identifier: `K7QF-${n}`,
    status: 'CLOSED',
    soldAt: new Date(Date.UTC(2026, 10, 21, 10) - (60_000 - n) * 60_000).toISOString(),
    sellerName: 'DOSSOU Aurèle',
    debtors: [],
    patientName: null,
    lines: 1,
    units: 2,
    total: 1000 + n,
    paymentTypes: ['CASH'],
    flags: [],
    returned: 0,
    replacedBy: null,
    ...given,
  }
}

/** Two boxes of one lot, paid in cash with a note that is too large. */
export function aSale(n: number, given: Partial<Sale> = {}): Sale {
  const summary = aSummary(n)
  return {
    ...untouched,
    id: summary.id,
    number: n,
    identifier: summary.identifier,
    status: 'CLOSED',
    soldAt: summary.soldAt,
    receivedAt: summary.soldAt,
    revision: 1,
    terminalId: idOf('c', 1),
    sessionId: idOf('b', 1),
    sellerId: idOf('a', 1),
    registerId: idOf('e', 1),
    patientId: null,
    patientName: null,
    sellerName: summary.sellerName,
    total: 1300,
    rounding: 0,
    flags: [],
    records: [
      {
        id: idOf('d', n),
        stockItemId: aProduct(1).stockItems[0]!.id,
        label: 'Doliprane 500 mg cp B/16',
        quantity: 2,
        price: 650,
      },
    ],
    vouchers: [],
    payments: [{ id: idOf('f', n), type: 'CASH', amount: 1300, tendered: 2000 }],
    ...given,
  }
}

/** A page of a list that long, newest first, as the server would answer. */
export function salesPage(query: URLSearchParams, count: number, of: (n: number) => SaleSummary = aSummary) {
  const [page, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 20)]
  const first = count - page * size
  return {
    items: Array.from({ length: Math.max(0, Math.min(size, first)) }, (_, at) => of(first - at)),
    total: count,
    turnover: count * 1000,
  }
}

type Lot = { quantity: number; expiresOn?: string | null; price?: number; lot?: string }

/** A product with these lots. */
export function stocked(
  n: number,
  label: string,
  lots: readonly Lot[],
  given: Partial<PharmacyProduct> = {},
): PharmacyProduct {
  const product = aProduct(n, { label, ...given })
  const [model] = product.stockItems
  return {
    ...product,
    stockItems: lots.map(({ quantity, expiresOn = '2028-06-30', price = 650, lot }, at) => ({
      ...model!,
      id: idOf('9', n * 10 + at),
      lot: lot ?? `L${at + 1}`,
      quantity,
      expiresOn,
      salePrice: price,
    })),
  }
}

export function detailOf(product: PharmacyProduct, given: Partial<StockDetail> = {}): StockDetail {
  return {
    ...product,
    stockItems: product.stockItems.map((item) => ({ ...item, purchasePrice: 480, storageId: null })),
    storageId: null,
    categoryId: null,
    section: null,
    ownCodes: [],
    pricePolicy: { mode: 'free', coefficient: null, roundingStep: null },
    appliedCoefficient: null,
    sold30Days: 15,
    soldByMonth: Array.from({ length: 12 }, (_, at) => ({
      month: new Date(Date.UTC(2025, 11 + at, 1)).toISOString().slice(0, 7),
      quantity: at,
    })),
    ...given,
  }
}

export function aMovement(n: number, given: Partial<StockMovement> = {}): StockMovement {
  return {
    id: idOf('7', n),
    at: '2026-11-21T08:05:00.000Z',
    cause: 'sale',
    stockItemId: idOf('9', 10),
    lot: 'L1',
    quantity: -1,
    before: 5,
    after: 4,
    userName: 'DOSSOU Aurèle',
    saleId: saleId(n),
    saleNumber: n,
    reason: null,
    note: null,
    ...given,
  }
}

export const quietStock: CallReply<typeof pharmacyProducts.stats> = {
  products: 0,
  stockValue: 0,
  expired: { value: 0, lots: 0 },
  shortages: [],
  shortageCount: 0,
  expiring: ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04'].map((month) => ({
    month,
    value: 0,
    lots: 0,
  })),
}

/** Nothing was sold, counted or refused before `today`. */
export function quietMorning(today: string): Morning {
  const quiet = (day: string): DayFigures => ({
    day,
    turnover: 0,
    sales: 0,
    margin: null,
    cash: { counted: 0, deposited: 0, toDeposit: 0 },
    gaps: [],
  })
  return { yesterday: quiet(addDays(today, -1)), weekBefore: quiet(addDays(today, -8)), unsent: [], refused: [] }
}

export function quietDay(day: string): TurnoverStatistics {
  const nothing = { turnover: 0, sales: 0, units: 0 }
  return {
    day,
    today: nothing,
    usual: nothing,
    margin: null,
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, turnover: 0, sales: 0, usualTurnover: 0 })),
  }
}

export function userOf({ id, firstName, lastName }: Member): User {
  return {
    id,
    firstName,
    lastName,
    email: null,
    roles: [],
    hasPin: true,
    active: true,
    hasAccount: false,
    invitedUntil: null,
    invitationMail: null,
    lastSeen: null,
  }
}
