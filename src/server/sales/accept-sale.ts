import type { NewSale, Sale } from '#shared/contract/sales.ts'
import type { Sender } from '#shared/domain/standing.ts'
import { collectFreed } from '#server/credit/collect-on-bills.ts'
import type { Tx } from '#server/db/database.ts'
import { soldInstant } from '#shared/domain/corrected-instant.ts'
import { fiscalProfile, getsDocument } from '#shared/domain/fiscal/profiles.ts'
import { doneAt } from '#server/base/done-at.ts'
import { carryDuesToVersion } from '#server/dues/dues-of-sale.ts'
import { wakeQueue } from '#server/fiscal-life/fiscal-queue.repo.ts'
import { freezeSale, hasDocument } from '#server/fiscal-life/freeze-document.repo.ts'
import { recordUse } from '#server/grants/grant.repo.ts'
import type { Refusal, Verdict } from '#server/inbox/receive.ts'
import { readShop, recordSale } from '#server/sales/closing.repo.ts'
import { taxesOf } from '#server/sales/taxes-of-sale.ts'
import { touchedClients } from '#server/sales/coverage-of-sale.ts'
import { judgeSale, refusalOfSeller } from '#server/sales/judge-sale.ts'
import { readLately } from '#server/sales/lately.repo.ts'
import { listedLines } from '#server/sales/listed-lines.ts'
import { openBoxes } from '#server/sales/openings.ts'
import { reverseSale, tentatively } from '#server/sales/reverse-sale.repo.ts'
import type { Shop, TouchedClients, Undoable } from '#server/sales/shop.ts'
import { refusalOfUnproven } from '#server/sellers/acting.ts'

const replacedReason = 'Remplacée'

/** `sale.soldAt`: the corrected instant, by which the sale is judged and written; `saidAt`: what the terminal said. */
type Asked = { pharmacyId: string; sale: NewSale; saidAt: string; sender: Sender; now: Date }
/** `touched`: the clients of the recorded sale, and of the sale that it replaces. */
export type Settled = {
  verdict: Verdict<Sale>
  touched?: TouchedClients
  /** A closing of a register waits for the answer to this sale. */
  isAwaited: boolean
}

/**
 * Judges a sale and, when it is accepted, records it under the pharmacy's lock. A new version is judged as if the
 * replaced version did not exist.
 */
export async function acceptSale(
  tx: Tx,
  { sale: said, clockSkewMs = 0, ...rest }: Omit<Asked, 'saidAt'> & { clockSkewMs?: number | undefined },
): Promise<Settled> {
  // What the terminal knew when the sale ended goes before what it knows now: its clock may have been set meanwhile.
  const sale = { ...said, soldAt: soldInstant(said, clockSkewMs) }
  const asked: Asked = { ...rest, sale, saidAt: said.soldAt }
  const { pharmacyId } = asked
  const shop = await readShop(tx, pharmacyId, sale, asked)
  if (!sale.replaces) return recordIfAccepted(tx, asked, shop)

  const refusal =
    // What it replaces gives money and goods back.
    refusalOfUnproven(shop.acting, sale.sellerId) ??
    refusalOfSeller(sale, shop) ??
    (shop.replaced
      ? refusalOfUndoing(shop.replaced)
      : ({ message: 'sales:replacedUnknown', details: { replaces: sale.replaces } } as const))
  if (refusal) return { verdict: { accepted: false, refusal }, isAwaited: shop.isAwaited }
  return tentatively(
    tx,
    () => replace(tx, asked, shop),
    ({ verdict }) => verdict.accepted,
  )
}

async function replace(tx: Tx, asked: Asked, shop: Shop): Promise<Settled> {
  const { pharmacyId, sale } = asked
  const undone = await undoReplaced(tx, asked, shop)
  const settled = await recordIfAccepted(tx, asked, await readShop(tx, pharmacyId, sale, asked))
  if (settled.verdict.accepted)
    await carryDuesToVersion(
      tx,
      pharmacyId,
      { replacedId: sale.replaces!, saleId: sale.id },
      { reason: replacedReason, userId: sale.sellerId, at: asked.now },
    )
  const touched = mergedTouches(undone, settled.touched)
  if (settled.verdict.accepted)
    await collectFreed(tx, pharmacyId, [...touched.persons, ...touched.organizations], asked.now)
  return { ...settled, touched }
}

/** A till whose list is minutes old is right about what stood then: such a sale is kept with its flags. */
async function judgeByOlderList(tx: Tx, { pharmacyId, sale, saidAt, now }: Asked, shop: Shop): Promise<Verdict<Sale>> {
  const verdict = judgeSale(sale, shop, { saidAt, now })
  if (verdict.accepted || !hangsOnList(verdict.refusal)) return verdict
  return judgeSale(sale, { ...shop, lately: await readLately(tx, pharmacyId, shop, now) }, { saidAt, now })
}

function hangsOnList({ message, details }: Refusal): boolean {
  const { permission } = (details ?? {}) as { permission?: string }
  return message === 'sales:archivedClient' || (message === 'auth:forbidden' && permission === 'contract.edit')
}

async function recordIfAccepted(tx: Tx, asked: Asked, shop: Shop): Promise<Settled> {
  const { pharmacyId, sale } = asked
  const verdict = await judgeByOlderList(tx, asked, shop)
  const { isAwaited } = shop
  if (!verdict.accepted) {
    // The seller who tries again finds what the platform says by then.
    if (shop.fiscal.downAt) await wakeQueue(tx, pharmacyId, asked.now)
    return { verdict, isAwaited }
  }
  return {
    verdict,
    isAwaited,
    touched: await writeSale(tx, {
      pharmacyId,
      payload: sale,
      answer: verdict.answer,
      shop,
      movedAt: doneAt(sale.soldAt, asked),
    }),
  }
}

/** Why a sale cannot be undone: it is cancelled already, it has returns, or a payer has paid its bill. */
export function refusalOfUndoing({ status, hasReturns, hasPaidBill }: Undoable): Refusal | null {
  if (status === 'CANCELED') return { message: 'sales:cannotEditCanceledSale' }
  if (hasReturns) return { message: 'sales:hasReturns' }
  return hasPaidBill ? { message: 'sales:cannotCreateNewVersionOfSaleWithPaidBills' } : null
}

/** Reverses the stock and the money of the replaced sale; the money leaves the register of the new sale. */
function undoReplaced(tx: Tx, asked: Asked, shop: Shop): Promise<TouchedClients> {
  const { pharmacyId, sale, now } = asked
  return reverseSale(tx, {
    pharmacyId,
    saleId: sale.replaces!,
    replacedBy: sale.id,
    reason: replacedReason,
    userId: sale.sellerId,
    registerId: sale.registerId,
    doneAt: doneAt(sale.soldAt, asked),
    // A new version says when it was made: its boxes come back as the others leave.
    movedAt: doneAt(sale.soldAt, asked),
    at: now.toISOString(),
    today: shop.today,
    rev: shop.lastRev + 1,
  })
}

/** Writes an accepted sale, opens its boxes, and adds its listed medicines to the register of prescriptions. */
async function writeSale(
  tx: Tx,
  {
    pharmacyId,
    payload,
    answer,
    shop,
    movedAt: occurredAt,
  }: Omit<Asked, 'sale' | 'saidAt' | 'sender' | 'now'> & {
    payload: NewSale
    answer: Sale
    shop: Shop
    movedAt: string
  },
): Promise<TouchedClients> {
  const touched = touchedClients(payload, shop)
  await openBoxes(tx, shop, {
    pharmacyId,
    saleId: payload.id,
    userId: payload.sellerId,
    at: answer.receivedAt,
    occurredAt,
  })
  await recordSale(tx, {
    pharmacyId,
    payload,
    answer,
    movedAt: occurredAt,
    rev: shop.lastRev + 1,
    touched,
    listed: listedLines(payload, shop),
    taxes: taxesOf(payload, shop),
  })
  const { platform, invoices } = shop.fiscal
  // A new version of what has an invoice has one too.
  const isAsked = payload.isInvoiced ?? (payload.replaces ? await hasDocument(tx, pharmacyId, payload.replaces) : false)
  if (getsDocument(fiscalProfile(platform), invoices, isAsked))
    await freezeSale(tx, pharmacyId, { sale: answer, platform, now: new Date(answer.receivedAt) })
  await recordUse(tx, pharmacyId, {
    grants: shop.grants,
    subjectId: payload.id,
    terminalId: payload.terminalId,
    userId: payload.sellerId,
    usedFor: payload.id,
    now: new Date(answer.receivedAt),
  })
  return touched
}

function mergedTouches(one: TouchedClients, other: TouchedClients | undefined): TouchedClients {
  return {
    persons: [...one.persons, ...(other?.persons ?? [])],
    organizations: [...one.organizations, ...(other?.organizations ?? [])],
    companies: [...one.companies, ...(other?.companies ?? [])],
  }
}
