import { untouched, type NewSale, type Sale } from '#shared/contract/sales.ts'
import { closingRefusal, type ClosingFacts } from '#shared/domain/closing-refusals.ts'
import { AppError } from '#shared/domain/errors.ts'
import { missingInformation } from '#shared/domain/missing-information.ts'
import { displayName } from '#shared/domain/person.ts'
import { saleBalance } from '#shared/domain/sale.ts'
import { isExpired } from '#shared/domain/stock.ts'
import type { Context } from '#server/context.ts'
import { receive, type Refusal, type Verdict } from '#server/inbox/receive.ts'
import { readShop, recordSale, type Shop, type TouchedClients } from '#server/sales/closing.repo.ts'
import { flagsOfCoverage, touchedClients } from '#server/sales/coverage-of-sale.ts'
import { sellerRights, type SaleFlag } from '#server/sales/seller-rights.ts'

/** A clock this far ahead is no drift: it is wrong. */
const clockToleranceMs = 10 * 60_000

/**
 * Closes a sale, exactly once (product.md §5). Answers the stored sale when this one came before; throws the catalogue's message when it is
 * refused, and then again whenever the same attempt returns. Hints go out and the journal is on disk before the answer leaves.
 */
export async function closeSale(context: Context, sale: NewSale): Promise<Sale> {
  const { actor, now, database, hints, journal } = context
  const { pharmacyId } = actor
  if (pharmacyId === null) throw new AppError('sales:cannotCloseSaleWithoutPharmacyId')
  refuseNonsense(sale)

  let touched: TouchedClients | undefined
  const outcome = await database.write(pharmacyId, (tx) =>
    receive(tx, { pharmacyId, kind: 'sale', payload: sale, at: now }, async () => {
      const shop = await readShop(tx, pharmacyId, sale, now)
      const verdict = judge(sale, shop, now)
      if (!verdict.accepted) return verdict
      touched = touchedClients(sale, shop)
      await recordSale(tx, { pharmacyId, payload: sale, answer: verdict.answer, rev: shop.lastRev + 1, touched })
      return verdict
    }),
  )
  if (!outcome.accepted) throw new AppError(outcome.refusal.message, outcome.refusal.details)
  if (outcome.repeated) {
    // Accepted, but the sync of that moment may have failed or be under way.
    await journal?.settle(sale.id)
    return outcome.answer
  }
  await journal?.append({ pharmacyId, userId: actor.userId, kind: 'sale', payload: sale, answer: outcome.answer, at: now.toISOString() })
  const changed = (['persons', 'organizations', 'companies'] as const).filter((list) => touched !== undefined && touched[list].length > 0)
  for (const list of ['sales', 'pharmacy-products', 'cash-registers', ...changed] as const) hints.publish(pharmacyId, list)
  return outcome.answer
}

/** What no rule of the catalogue names and no terminal of ours sends: an id twice in one sale, amounts beyond what a number can hold. */
function refuseNonsense(sale: NewSale): void {
  const twice = (of: readonly { id: string }[]): boolean => new Set(of.map(({ id }) => id)).size < of.length
  const issues = [
    ...(twice([...sale.records, ...sale.vouchers]) ? [{ path: 'body.records', message: 'the same id twice' }] : []),
    ...(twice(sale.payments) ? [{ path: 'body.payments', message: 'the same id twice' }] : []),
    ...(isCountable(sale) ? [] : [{ path: 'body', message: 'amounts too large' }]),
  ]
  if (issues.length > 0) throw new AppError('requests:invalid', { issues })
}

function isCountable(sale: NewSale): boolean {
  try {
    saleBalance(sale, 1)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Accepted with its final number, or refused with the first reason there is. */
function judge(sale: NewSale, shop: Shop, now: Date): Verdict<Sale> {
  const refused = (refusal: Refusal): Verdict<Sale> => ({ accepted: false, refusal })
  if (!shop.seller) return refused({ message: 'sales:unknownSeller', details: { sellerId: sale.sellerId } })
  if (sale.patientId !== null && !shop.patient && !asksForPatient(sale)) return refused({ message: 'requests:invalid', details: { issues: [{ path: 'body.patientId', message: 'unknown' }] } })

  const rights = sellerRights(shop.seller, shop.rolesGive)
  if (!rights.may('sale.sell')) return refused({ message: 'auth:forbidden', details: { permission: 'sale.sell' } })

  const known = withoutUnknowns(sale, shop)
  const refusal = closingRefusal(known, {
    cashStep: shop.cashStep,
    stockItems: new Map(shop.stockItems.map((item) => [item.id, item])),
    credit: creditOf(shop),
    policies: new Set(shop.policies.filter(({ isPatients }) => isPatients).map(({ id }) => id)),
    today: shop.today,
    // Asked for only where the sale needs it: an unused right that was revoked is no matter.
    maySellExpired: !sellsExpired(shop) || rights.may('sale.expired'),
    mayDiscount: !sale.payments.some(({ type }) => type === 'DISCOUNT') || rights.may('sale.discount'),
  })
  if (refusal) return refused(refusal)

  const { total, rounding } = saleBalance(sale, shop.cashStep)
  if (sale.total !== total || sale.rounding !== rounding) return refused({ message: 'sales:totalMismatch', details: { total, rounding } })
  if (shop.register?.closed) return refused({ message: 'sales:registerClosed', details: { registerId: sale.registerId } })

  // The prices first: selling at another one may use a right too.
  const flags: SaleFlag[] = [...(sellsAtAnotherPrice(sale, shop) && !rights.may('sale.price') ? (['price:changed'] as const) : []), ...flagsOf(sale, shop, now)]
  return { accepted: true, answer: answerOf(sale, shop, { now, flags: rights.usedRevoked() ? ['right:revoked', ...flags] : flags }) }
}

function flagsOf(sale: NewSale, shop: Shop, now: Date): SaleFlag[] {
  return [
    ...(shop.sessionKnown ? [] : (['session:unknown'] as const)),
    ...(goesBelowZero(sale, shop) ? (['stock:negative'] as const) : []),
    ...flagsOfCoverage(sale, shop),
    ...(Date.parse(sale.soldAt) > now.getTime() + clockToleranceMs ? (['clock:ahead'] as const) : []),
  ]
}

function answerOf(sale: NewSale, shop: Shop, { now, flags }: { now: Date; flags: SaleFlag[] }): Sale {
  const { sellerRoles: _, ...kept } = sale
  return {
    ...kept,
    ...untouched,
    number: shop.lastNumber + 1,
    status: 'CLOSED',
    receivedAt: now.toISOString(),
    sellerName: displayName(shop.seller),
    patientName: shop.patient && displayName(shop.patient),
    flags,
  }
}

/** A patient that is not of this pharmacy is one that is missing, where a payment needs one; the domain then names it. */
function asksForPatient(sale: NewSale): boolean {
  return sale.payments.some((payment) => missingInformation(payment, { patientId: null }).includes('patient'))
}

/** The sale with what this pharmacy does not know taken out of it, so that the domain names it as missing; who was merged owes as who he is. */
function withoutUnknowns(sale: NewSale, shop: Shop): NewSale {
  const known = (id: string | null, clients: Shop['persons']): string | null => clients.find((client) => client.id === id)?.owedBy ?? null
  const payments = sale.payments.map((payment): NewSale['payments'][number] => {
    if (payment.type === 'CREDIT') return { ...payment, creditMetadata: { person: known(payment.creditMetadata.person, shop.persons) } }
    if (payment.type === 'CREDIT_ORG') return { ...payment, creditMetadata: { ...payment.creditMetadata, organization: known(payment.creditMetadata.organization, shop.organizations) } }
    return payment
  })
  return { ...sale, patientId: shop.patient ? sale.patientId : null, payments }
}

function creditOf(shop: Shop): ClosingFacts['credit'] {
  return new Map([...shop.persons, ...shop.organizations].map(({ owedBy, limit, outgoing }) => [owedBy, { limit, outgoing }]))
}

function sellsExpired(shop: Shop): boolean {
  return shop.stockItems.some(({ expiresOn }) => expiresOn !== null && isExpired(expiresOn, shop.today))
}

function goesBelowZero(sale: NewSale, shop: Shop): boolean {
  return shop.stockItems.some(({ id, quantity }) => sale.records.reduce((left, record) => (record.stockItemId === id ? left - record.quantity : left), quantity) < 0)
}

function sellsAtAnotherPrice(sale: NewSale, shop: Shop): boolean {
  return sale.records.some(({ stockItemId, price }) => shop.stockItems.some((item) => item.id === stockItemId && item.salePrice !== price))
}
