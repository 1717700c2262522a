import { isPlausibleAct } from '#shared/domain/act-time.ts'
import { untouched, type NewSale, type Sale } from '#shared/contract/sales.ts'
import { caps } from '#shared/domain/caps.ts'
import { closingRefusal, type ClosingFacts, type SaleToClose } from '#shared/domain/closing-refusals.ts'
import { discountTotal, largestDiscount } from '#shared/domain/discount.ts'
import { aibFault, aibOn, isUnmarkedAib } from '#shared/domain/fiscal/aib.ts'
import { fiscalProfile, getsDocument } from '#shared/domain/fiscal/profiles.ts'
import { missingInformation } from '#shared/domain/missing-information.ts'
import { debtorOf, paymentsFrom, stampDutyIn, withDebtor } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { isBlockedLot } from '#shared/domain/recalled-lots.ts'
import { raisedLimit } from '#shared/domain/sale-grants.ts'
import { goodsTotal, leviedIn, saleBalance } from '#shared/domain/sale.ts'
import { largeChange } from '#shared/domain/unusual-money.ts'
import { isExpired, stockChanges } from '#shared/domain/stock.ts'
import type { FieldIssue } from '#server/base/field-issues.ts'
import { isLate } from '#server/base/late.ts'
import type { Refusal, Verdict } from '#server/inbox/receive.ts'
import { judgeCoverage } from '#server/sales/coverage-of-sale.ts'
import { grantedDiscount, isGranted } from '#server/sales/granted-rights.ts'
import { judgeCredit } from '#server/sales/judge-credit.ts'
import { judgeListed } from '#server/sales/judge-listed.ts'
import { judgePrices } from '#server/sales/judge-prices.ts'
import { openingIssues } from '#server/sales/openings.ts'
import type { SaleFlag } from '#server/sellers/sale-flags.ts'
import type { Rights } from '#server/sellers/seller-rights.ts'
import { taxesOf, taxOf } from '#server/sales/taxes-of-sale.ts'
import type { Shop } from '#server/sales/shop.ts'

/** In ms. A clock that is ahead by more is wrong, not merely drifting. */
const clockToleranceMs = 10 * 60_000

/**
 * Accepts the sale with its final number, or refuses it with the first reason. `sale.soldAt`: the corrected instant;
 * `saidAt`: what the terminal said.
 */
export function judgeSale(sale: NewSale, shop: Shop, { saidAt, now }: { saidAt: string; now: Date }): Verdict<Sale> {
  const refused = (refusal: Refusal): Verdict<Sale> => ({ accepted: false, refusal })
  const { rights } = shop.acting
  const listed = judgeListed(sale, shop, { rights, now })
  const refusal =
    refusalOfSeller(sale, shop) ??
    refusalOfDate(sale, shop, now) ??
    closingRefusal(withoutUnknowns(sale, shop), {
      ...factsOf(sale, shop, { rights, now }),
      mayDispenseListed: listed.mayDispenseListed,
    })
  if (refusal) return refused(refusal)
  // Before the flags: selling at another price may use a revoked right too.
  const prices = judgePrices(sale, shop, { rights, now })
  if (prices.refusal) return refused(prices.refusal)
  const coverage = judgeCoverage(sale, shop, { rights, now })
  if (coverage.refusal) return refused(coverage.refusal)
  const credit = judgeCredit(sale, shop, now)
  if (credit.refusal) return refused(credit.refusal)

  const { total, rounding } = saleBalance(sale, shop.cashStep)
  if (sale.total !== total || sale.rounding !== rounding)
    return refused({ message: 'sales:totalMismatch', details: { total, rounding } })
  if (shop.register?.closed)
    return refused({ message: 'sales:registerClosed', details: { registerId: sale.registerId } })
  const duty = stampDutyIn(sale.payments)
  if (duty !== 0 && duty !== fiscalProfile(shop.fiscal.platform).stampDuty)
    return refused({ message: 'sales:totalMismatch', details: { stampDuty: duty } })
  const unfit = refusalOfPlatform(sale, shop, now)
  if (unfit) return refused(unfit)

  const flags: SaleFlag[] = [
    ...prices.flags,
    ...flagsOf(sale, shop),
    ...clockFlags(sale, saidAt, now),
    ...coverage.flags,
    ...credit.flags,
    ...listed.flags,
  ]
  return {
    accepted: true,
    answer: answerOf(sale, shop, { saidAt, now, flags: rights.usedRevoked() ? ['right:revoked', ...flags] : flags }),
  }
}

/** Checks before all rules of closing: the seller, the patient, the opened boxes and the rights. */
export function refusalOfSeller(sale: NewSale, shop: Shop): Refusal | null {
  const { seller, rights } = shop.acting
  if (!seller) return { message: 'sales:unknownSeller', details: { sellerId: sale.sellerId } }
  const issues = [
    ...(sale.patientId !== null && !shop.patient && !asksForPatient(sale)
      ? [{ path: 'body.patientId', message: 'unknown' }]
      : []),
    ...(shop.knowsBuyer ? [] : [{ path: 'body.buyer.organizationId', message: 'unknown' }]),
    ...aibIssues(sale, shop),
    ...openingIssues(sale, shop),
    ...stockCapIssues(sale, shop),
  ]
  if (issues.length > 0) return { message: 'requests:invalid', details: { issues } }
  const lacking = (
    [
      'sale.sell',
      ...(sale.replaces ? (['sale.cancel'] as const) : []),
      ...(sale.regularisation ? (['sale.regularise'] as const) : []),
    ] as const
  ).find((permission) => !isGranted(shop.grants, permission) && !rights.may(permission))
  return lacking ? { message: 'auth:forbidden', details: { permission: lacking } } : null
}

/**
 * In Bénin nothing is sold without a token, and a pharmacy may choose not to sell while its platform is down. What comes
 * late was sold already: it is kept, and certified when it can be.
 */
function refusalOfPlatform({ soldAt, isInvoiced = false }: NewSale, { fiscal }: Shop, now: Date): Refusal | null {
  if (isLate(soldAt, now) || !getsDocument(fiscalProfile(fiscal.platform), fiscal.invoices, isInvoiced)) return null
  if (fiscal.platform === 'e-mecef' && fiscal.tokenFault)
    return { message: 'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken', details: { token: fiscal.tokenFault } }
  return fiscal.downAt && { message: outages[fiscal.downAt] }
}

/** What an outage is called by the step of the document that waits. */
const outages = {
  drafting: 'sales:cannotCreateInvoiceEMECeF',
  signing: 'sales:cannotCreateInvoiceEMECeF',
  drafted: 'sales:cannotGetInvoiceEMECeF',
  confirming: 'sales:cannotValidateInvoiceEMECeF',
} as const

/**
 * A member who is at the counter sells in his session: a date before it moves the sale to another day, and needs the
 * right to correct dates. A terminal that sends what it sold offline names the session of that time.
 */
function refusalOfDate({ soldAt }: NewSale, { acting, grants }: Shop, now: Date): Refusal | null {
  const { standing, sessionAt, rights } = acting
  // A session that begins in the future says nothing.
  if (standing !== 'live' || sessionAt === null || sessionAt > now || !isPlausibleAct(soldAt, now)) return null
  const isBefore = Date.parse(soldAt) < sessionAt.getTime() - clockToleranceMs
  return !isBefore || isGranted(grants, 'sale.date') || rights.may('sale.date')
    ? null
    : { message: 'auth:forbidden', details: { permission: 'sale.date' } }
}

/** Checks a right only when the sale needs it, so that a revoked right that the sale does not use raises no flag. */
function factsOf(
  sale: NewSale,
  shop: Shop,
  { rights, now }: { rights: Rights; now: Date },
): Omit<ClosingFacts, 'mayDispenseListed'> {
  const discount = discountTotal(sale.payments)
  const total = goodsTotal(sale)
  const granted = grantedDiscount(shop.grants)
  const isWithin = (limit: number | null) => discount <= (largestDiscount(total, limit) ?? discount)
  return {
    cashStep: shop.cashStep,
    stockItems: new Map(
      shop.stockItems.map((item) => [item.id, keepsBlocked(sale, now) ? { ...item, blocked: null } : item]),
    ),
    credit: creditOf(shop),
    policies: new Set(shop.policies.filter(({ isPatients }) => isPatients).map(({ id }) => id)),
    today: shop.today,
    listOneNeedsPrescription: shop.listOneNeedsPrescription,
    fiscalPlatform: shop.fiscal.platform,
    maySellExpired:
      expiredOf(shop).every(({ id }) => isGranted(shop.grants, 'sale.expired', { itemId: id })) ||
      rights.may('sale.expired'),
    mayDiscount:
      paymentsFrom('discount', sale.payments).length === 0 || granted !== undefined || rights.may('sale.discount'),
    discountLimit: discount === 0 ? null : limitOf(granted, rights, isWithin),
  }
}

/** The larger of what was granted and of the member's own limit; without a right of his own only the former. */
function limitOf(
  granted: number | null | undefined,
  rights: Rights,
  isWithin: (limit: number | null) => boolean,
): number | null {
  if (granted !== undefined && (isWithin(granted) || !rights.may('sale.discount'))) return granted
  return rights.discountLimit(isWithin)
}

function flagsOf(sale: NewSale, shop: Shop): SaleFlag[] {
  const { standing } = shop.acting
  return [
    ...(sale.regularisation ? (['refusal:regularised'] as const) : []),
    ...(standing === 'unknown-session' ? (['session:unknown'] as const) : []),
    ...(standing === 'other-sender' ? (['sender:other'] as const) : []),
    ...(shop.grants.every(({ isProven }) => isProven) ? [] : (['grant:unproven'] as const)),
    ...(goesBelowZero(sale, shop) ? (['stock:negative'] as const) : []),
    ...(sellsExpired(shop) ? (['stock:expired'] as const) : []),
    ...(shop.stockItems.some(isBlockedLot) ? (['stock:blocked'] as const) : []),
    ...(differsInAib(sale, shop) ? (['aib:differs'] as const) : []),
    ...(shop.repeats.voucher ? (['voucher:repeated'] as const) : []),
    ...(shop.repeats.reference === null ? [] : [`reference:repeated:${shop.repeats.reference}` as const]),
    ...(shop.repeats.serial ? (['serial:repeated'] as const) : []),
    // What a new version gives back may be as large as the sale before.
    ...(!sale.replaces && largeChange({ payments: sale.payments }, shop.denominations)
      ? (['change:large'] as const)
      : []),
  ]
}

/** Refuses what our terminals never send: AIB of another country, of nobody, or twice. */
function aibIssues(sale: NewSale, { fiscal }: Shop): FieldIssue[] {
  if (sale.buyer?.aib && !fiscalProfile(fiscal.platform).aib) return [{ path: 'body.buyer.aib', message: 'unknown' }]
  const fault = aibFault(sale)
  return fault ? [{ path: 'body.vouchers', message: `AIB: ${fault}` }] : []
}

/**
 * The tax groups of the till were older, one of them is not known, or the till is of an earlier version. What the customer
 * paid stands.
 */
function differsInAib(sale: NewSale, shop: Shop): boolean {
  if (sale.vouchers.some((line) => isUnmarkedAib(line, [sale.id, sale.replaces]))) return true
  const aib = sale.buyer?.aib
  if (!aib) return false
  const { rounding } = fiscalProfile(shop.fiscal.platform)
  return aibOn(sale, aib, { taxOf: taxOf(sale, shop), rounding }) !== leviedIn(sale)
}

/** What the clock of the terminal said wrong by more than a drift; `clock:unset`: nothing says when the sale was made. */
function clockFlags({ soldAt }: NewSale, saidAt: string, now: Date): SaleFlag[] {
  if (!isPlausibleAct(soldAt, now)) return ['clock:unset']
  const aheadMs = Date.parse(saidAt) - Math.min(Date.parse(soldAt), now.getTime())
  if (aheadMs > clockToleranceMs) return ['clock:ahead']
  return aheadMs < -clockToleranceMs ? ['clock:behind'] : []
}

function answerOf(
  sale: NewSale,
  shop: Shop,
  { saidAt, now, flags }: { saidAt: string; now: Date; flags: SaleFlag[] },
): Sale {
  const { sellerRoles: _, grants: __, clockSkewMs: ___, preparation, ...kept } = sale
  return {
    ...kept,
    // Who reads the sale does not learn the session, which proves who sent; earlier terminals require the field.
    sessionId: sale.id,
    // A preparer who is not a member of this pharmacy is omitted; the sale is still accepted.
    ...(preparation && shop.preparer && { preparation }),
    soldAt: soldAtOf(sale, now),
    ...saidBeside(soldAtOf(sale, now), saidAt),
    ...untouched,
    version: shop.replaced ? shop.replaced.version + 1 : 1,
    number: shop.lastNumber + 1,
    status: 'CLOSED',
    receivedAt: now.toISOString(),
    sellerName: displayName(shop.acting.seller),
    patientName: shop.patient && displayName(shop.patient),
    preparedByName: shop.preparer && displayName(shop.preparer),
    flags,
    taxes: taxesOf(sale, shop).map(({ lineId, tax, total, taxAmount }) => ({
      lineId,
      group: tax?.group ?? null,
      rate: tax?.rate ?? null,
      total,
      tax: taxAmount,
    })),
  }
}

/**
 * A sale that comes before its own moment, by more than clocks drift, and one of a year that cannot be, are of the
 * moment at which they came: no list begins with the year 9999.
 */
function soldAtOf({ soldAt }: NewSale, now: Date): string {
  const isAhead = Date.parse(soldAt) > now.getTime() + clockToleranceMs
  return isAhead ? now.toISOString() : isPlausibleAct(soldAt, now) ? new Date(soldAt).toISOString() : now.toISOString()
}

function saidBeside(soldAt: string, saidAt: string): { saidAt?: string } {
  return Date.parse(soldAt) === Date.parse(saidAt) ? {} : { saidAt }
}

/**
 * Whether a payment requires a patient. A patient unknown to this pharmacy then counts as missing, and the domain
 * reports it.
 */
function asksForPatient(sale: NewSale): boolean {
  return sale.payments.some((payment) => missingInformation(payment, { patientId: null }).includes('patient'))
}

/**
 * Removes unknown patients and clients from the sale, so that the domain reports them as missing. Replaces a merged
 * client by the person that remains.
 */
function withoutUnknowns(sale: NewSale, shop: Shop): SaleToClose {
  const known = (id: string, clients: Shop['persons']): string | null =>
    clients.find((client) => client.id === id)?.owedBy ?? null
  const payments = sale.payments.map((payment) => {
    const debtor = debtorOf(payment)
    if (!debtor) return payment
    return withDebtor(payment, known(debtor.id, debtor.kind === 'person' ? shop.persons : shop.organizations))
  })
  return {
    ...sale,
    patientId: shop.patient ? sale.patientId : null,
    prescription: sale.prescription ?? null,
    buyer: sale.buyer ?? null,
    payments,
  }
}

function creditOf(shop: Shop): ClosingFacts['credit'] {
  return new Map(
    [...shop.persons, ...shop.organizations].map(({ id, owedBy, limit, outgoing }) => [
      owedBy,
      { limit: raisedLimit(raisedLimit(limit, id, shop.grants), owedBy, shop.grants), outgoing },
    ]),
  )
}

/** The goods of a late sale have left, and the first version of a corrected sale was judged: kept with a flag. */
function keepsBlocked(sale: NewSale, now: Date): boolean {
  return isLate(sale.soldAt, now) || Boolean(sale.replaces)
}

function sellsExpired(shop: Shop): boolean {
  return expiredOf(shop).length > 0
}

function expiredOf({ stockItems, today }: Shop): Shop['stockItems'] {
  return stockItems.filter(({ expiresOn }) => expiresOn !== null && isExpired(expiresOn, today))
}

function goesBelowZero(sale: NewSale, shop: Shop): boolean {
  return [...quantitiesAfter(sale, shop).values()].some((quantity) => quantity < 0)
}

/** The stock that each touched lot has after the sale; boxes whose opening is unknown give no units. */
function quantitiesAfter(sale: NewSale, shop: Shop): Map<string, number> {
  const unitsPerBox = new Map(shop.openings.map(({ box }) => [box.id, box.units]))
  const changes = stockChanges(sale.records, (id) => unitsPerBox.get(id) ?? 0)
  const touched = [...shop.stockItems, ...shop.openings.map(({ box }) => box)]
  return new Map(touched.map(({ id, quantity }) => [id, quantity + (changes.get(id) ?? 0)]))
}

function stockCapIssues(sale: NewSale, shop: Shop): FieldIssue[] {
  const after = quantitiesAfter(sale, shop)
  return sale.records.flatMap(({ stockItemId }, index) =>
    Math.abs(after.get(stockItemId) ?? 0) > caps.stock
      ? [{ path: `body.records.${index}.quantity`, message: `stock beyond ${caps.stock}` }]
      : [],
  )
}
