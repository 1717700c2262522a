import type { SaleReturn } from '#shared/contract/sale-return.ts'
import type { Sale } from '#shared/contract/sales.ts'
import { AppError } from '#shared/domain/errors.ts'
import { clientOf, policyOfPayment } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { mayRestock } from '#shared/domain/return-reasons.ts'
import { refundOf } from '#shared/domain/returns.ts'
import { goodsOf } from '#shared/domain/sale.ts'
import type { Sender } from '#shared/domain/standing.ts'
import { collectFreed } from '#server/credit/collect-on-bills.ts'
import { reduceDuesOfReturn } from '#server/dues/dues-of-sale.ts'
import { freezeReturn } from '#server/fiscal-life/freeze-document.repo.ts'
import { requireRight } from '#server/grants/lend.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { doneAt } from '#server/base/done-at.ts'
import { acceptOnce } from '#server/inbox/accept-once.ts'
import type { Refusal, Verdict } from '#server/inbox/receive.ts'
import { readShop } from '#server/sales/closing.repo.ts'
import { touchedClients } from '#server/sales/coverage-of-sale.ts'
import { noteRevised } from '#server/sales/note-revised.ts'
import {
  readReturnCounter,
  recordReturn,
  type ReturnCounter,
  type SentReturn,
} from '#server/sales/return-record.repo.ts'
import { findWholeSale } from '#server/sales/sale.repo.ts'
import type { Shop, TouchedClients } from '#server/sales/shop.ts'
import { senderOf } from '#server/sellers/acting.ts'

/**
 * Takes back lines of a closed sale, exactly once: writes a credit note with its own number, puts the boxes back into
 * stock, takes the money out of the register of the member who takes them back, and closes or reduces open dues of the
 * lines. A repeated call returns the stored credit note. Throws `requests:notFound` when the pharmacy has no such sale, `requests:invalid` for a line that the
 * sale does not have, and the message of the catalogue for a refusal.
 */
export async function returnLines(context: Context, sent: SentReturn): Promise<SaleReturn> {
  const pharmacyId = pharmacyOf(context)
  const { actor, now, changes } = context
  const returnedAt = doneAt(sent.returnedAt, context)
  const { userId } = actor
  return acceptOnce<SaleReturn>(context, {
    pharmacyId,
    kind: 'return',
    payload: sent,
    async judge(tx) {
      const lent = await requireRight(tx, context, 'sale.cancel', {
        grant: sent.grant,
        subjectId: sent.saleId,
        usedFor: sent.id,
      })
      const { sale, shop, counter } = await readReturn(tx, pharmacyId, {
        sent,
        sender: senderOf(context),
        returnedAt,
        now,
      })
      const verdict = judge(sent, { sale, shop, counter, returnedAt })
      if (!verdict.accepted) return verdict
      const { answer } = verdict
      const touched = touchedBy(sale, answer, shop)
      await lent?.note(tx)
      noteRevised(changes, touched)
      await recordReturn(tx, {
        pharmacyId,
        userId,
        sale,
        registerId: sent.registerId,
        answer,
        rev: shop.lastRev + 1,
        at: now,
        today: shop.today,
        touched,
      })
      await freezeReturn(tx, pharmacyId, { sale, answer, now })
      await collectFreed(tx, pharmacyId, [...touched.persons, ...touched.organizations], now)
      await reduceDuesOfReturn(
        tx,
        pharmacyId,
        { saleId: sale.id, lines: answer.lines },
        { reason: sent.reason, userId, at: now },
      )
      return verdict
    },
  })
}

type ReadReturn = { sale: Sale; shop: Shop; counter: ReturnCounter }

/** Reads the sale and the other rows that a return of its lines touches. */
async function readReturn(
  tx: Tx,
  pharmacyId: string,
  { sent, sender, returnedAt, now }: { sent: SentReturn; sender: Sender; returnedAt: string; now: Date },
): Promise<ReadReturn> {
  const sale = await findWholeSale(tx, pharmacyId, sent.saleId)
  if (!sale) throw new AppError('requests:notFound')
  const shop = await readShop(
    tx,
    pharmacyId,
    { ...sale, sellerRoles: [], replaces: null, registerId: sent.registerId, soldAt: returnedAt },
    { sender, now },
  )
  const { userId } = sender
  return { sale, shop, counter: await readReturnCounter(tx, pharmacyId, { saleId: sale.id, userId }) }
}

/** The clients whose debt or used coverage a return lowers: only those of refunded payments. */
function touchedBy(sale: Sale, { refunds }: SaleReturn, shop: Shop): TouchedClients {
  const payments = sale.payments.filter(({ id }) => refunds.some(({ paymentId }) => paymentId === id))
  const clients = payments.map(clientOf)
  const named = new Set(payments.map(policyOfPayment))
  return touchedClients(
    { ...sale, sellerRoles: [], payments },
    {
      ...shop,
      persons: shop.persons.filter(({ id }) => clients.includes(id)),
      organizations: shop.organizations.filter(({ id }) => clients.includes(id)),
      policies: shop.policies.filter(({ id }) => named.has(id)),
    },
  )
}

function judge(
  sent: SentReturn,
  { sale, shop, counter, returnedAt }: ReadReturn & { returnedAt: string },
): Verdict<SaleReturn> {
  const refused = (refusal: Refusal): Verdict<SaleReturn> => ({ accepted: false, refusal })
  if (sale.status === 'CANCELED')
    return refused({ message: 'sales:cannotEditCanceledSale', details: { saleId: sale.id } })
  refuseNonsense(sent, sale)
  const unfit = unfitForSale(sent, sale)
  if (unfit.length > 0) return refused({ message: 'sales:reasonForbidsRestock', details: { items: unfit } })

  const verdict = refundOf(sale, sale.returns, sent.lines, { inCash: sent.inCash, cashStep: shop.cashStep })
  if (!verdict.ok) return refused({ message: verdict.reason, details: verdict.details })
  const paid = verdict.refunds.filter(({ paymentId }) => counter.inPaidBills.includes(paymentId))
  if (paid.length > 0)
    return refused({
      message: 'sales:cannotCreateNewVersionOfSaleWithPaidBills',
      details: { paymentIds: paid.map(({ paymentId }) => paymentId) },
    })
  if (shop.register?.closed)
    return refused({ message: 'sales:registerClosed', details: { registerId: sent.registerId } })

  const toStock = new Map(sent.lines.map((line) => [line.lineId, line.toStock]))
  return {
    accepted: true,
    answer: {
      id: sent.id,
      number: counter.lastReturnNumber + 1,
      returnedAt,
      byName: displayName(counter.user),
      reason: sent.reason,
      total: verdict.total,
      rounding: verdict.rounding,
      lines: verdict.lines.map((line) => ({ ...line, toStock: toStock.get(line.lineId)! })),
      refunds: verdict.refunds,
    },
  }
}

/** Refuses content that our terminals never send: a duplicate line, AIB, or a line that the sale does not have. */
function refuseNonsense({ lines }: SentReturn, sale: Sale): void {
  const goods = goodsOf(sale)
  const issues = lines.flatMap(({ lineId }, place) => {
    if (!goods.some(({ id }) => id === lineId)) return [{ path: `body.lines.${place}.lineId`, message: 'unknown' }]
    return lines.findIndex((other) => other.lineId === lineId) < place
      ? [{ path: `body.lines.${place}.lineId`, message: 'the same line twice' }]
      : []
  })
  if (issues.length > 0) throw new AppError('requests:invalid', { issues })
}

/** The lines that a return would put back on sale although its reason forbids it. Vouchers have no stock. */
function unfitForSale({ lines, reason }: SentReturn, { records }: Sale): { lineId: string; label: string }[] {
  if (mayRestock(reason)) return []
  return records.flatMap(({ id, label }) =>
    lines.some(({ lineId, toStock }) => lineId === id && toStock) ? [{ lineId: id, label }] : [],
  )
}
