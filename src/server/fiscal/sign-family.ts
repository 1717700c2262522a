import { largestMeans } from '#shared/domain/fiscal/document-of-sale.ts'
import { fiscalTotals, type FiscalDocument, type FiscalLine } from '#shared/domain/fiscal/fiscal-document.ts'
import type { FiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { textOf, type Ask } from '#server/fiscal/fiscal-http.ts'
import type {
  FiscalElements,
  FiscalFamilyPort,
  FiscalJob,
  FiscalResult,
  FiscalSeller,
} from '#server/fiscal/fiscal-family.ts'

/** Statuses that say that nothing was done. */
const nothingDone = new Set([401, 403, 502, 503])

/**
 * Platforms of one step (Côte d’Ivoire): one call signs, and no call reads what it did. So a call that left and was not
 * answered is uncertain at once, and so is one that a killed process had begun.
 */
export function signFamily(profile: FiscalProfile, seller: FiscalSeller, ask: Ask): FiscalFamilyPort {
  async function certify(job: FiscalJob): Promise<FiscalResult> {
    if (job.progress?.step === 'signing')
      return { kind: 'uncertain', evidence: { why: 'the call was begun and its answer was not kept' } }
    const isCredit = job.document.kind === 'credit'
    const taken = isCredit ? itemsToRefund(job) : []
    const { path, body } = isCredit
      ? { path: `${job.original?.invoiceId ?? ''}/refund`, body: { items: taken } }
      : { path: 'sign', body: invoiceOf(job) }
    await job.keep({ step: 'signing' })
    const outcome = await ask({
      step: isCredit ? 'refund' : 'sign',
      method: 'POST',
      url: `${seller.addresses.invoice}${path}`,
      token: seller.token,
      body,
    })
    if (outcome.kind === 'unsent' || (outcome.kind === 'answered' && nothingDone.has(outcome.status))) {
      await job.keep(null)
      const isToken = outcome.kind === 'answered' && outcome.status < 500
      return {
        kind: 'retry',
        why: isToken ? 'token' : 'unreachable',
        message: outcome.kind === 'unsent' ? outcome.why : outcome.text.slice(0, 300),
        soon: false,
      }
    }
    if (outcome.kind === 'unanswered') return { kind: 'uncertain', evidence: { why: outcome.why } }
    const { status, json, text } = outcome
    if (status === 400 || status === 422 || status === 404) {
      await job.keep(null)
      return { kind: 'rejected', fields: fieldsOf(json, text) }
    }
    const elements = status < 300 && json ? elementsOf(json, job.document) : null
    if (!elements) return { kind: 'uncertain', evidence: { status, answer: text.slice(0, 2000) } }
    return { kind: 'certified', elements: isCredit ? { ...elements, refunded: taken } : elements }
  }

  function invoiceOf({ document }: FiscalJob): Record<string, unknown> {
    const { client, lines, payments, operator } = document
    const { account } = seller
    return {
      invoiceType: profile.kindCodes.sale,
      // The platform takes one.
      paymentMethod: profile.meansCodes[largestMeans(payments)],
      template: client?.taxId ? 'B2B' : 'B2C',
      isRne: false,
      ...(client?.taxId ? { clientNcc: client.taxId } : {}),
      clientCompanyName: client?.name ?? account?.name ?? '',
      clientPhone: client?.contact ?? account?.phone ?? '',
      clientEmail: account?.email ?? '',
      clientSellerName: operator,
      pointOfSale: account?.pointOfSale ?? '',
      establishment: account?.establishment ?? '',
      items: lines.map((line) => ({
        reference: line.lineId,
        description: line.label,
        quantity: line.quantity,
        amount: withoutTax(line),
        taxes: [profile.groupCodes[line.group]],
      })),
    }
  }

  return {
    certify,
    // The platform has no call that tells anything of the seller.
    status: () =>
      Promise.resolve({ kind: 'known', taxId: seller.taxId, nim: null, expiresAt: null, serverAt: null, pending: 0 }),
    facts: () => Promise.resolve(null),
  }
}

/** The unit price without tax, not rounded: the platform adds the tax and rounds. */
function withoutTax({ price, rate }: FiscalLine): number {
  return (price * 10_000) / (10_000 + rate)
}

/** An invoice is credited by its items and their quantities: of each line the parts that are not credited yet. */
function itemsToRefund({ document, original, refunded }: FiscalJob): { id: string; quantity: number }[] {
  const left = new Map(original?.items?.map(({ id, quantity }) => [id, quantity]))
  for (const { id, quantity } of refunded) left.set(id, (left.get(id) ?? 0) - quantity)
  const taken: { id: string; quantity: number }[] = []
  for (const line of document.lines) {
    let wanted = line.quantity
    for (const { id } of original?.items?.filter(({ lineId }) => lineId === line.lineId) ?? []) {
      const quantity = Math.min(wanted, left.get(id) ?? 0)
      if (quantity <= 0) continue
      left.set(id, left.get(id)! - quantity)
      wanted -= quantity
      taken.push({ id, quantity })
    }
  }
  return taken
}

function fieldsOf(json: Record<string, unknown> | null, text: string): { field: string; message: string }[] {
  const errors = json?.errors
  if (typeof errors === 'object' && errors !== null)
    return Object.entries(errors).map(([field, message]) => ({ field, message: textOf(message) }))
  return [{ field: '', message: (textOf(json?.message) || text).slice(0, 300) }]
}

function elementsOf(
  json: Record<string, unknown>,
  { lines, aib, stampDuty = 0 }: FiscalDocument,
): FiscalElements | null {
  const { reference, token, invoice, balance_sticker: stickers } = json
  if (typeof reference !== 'string' || reference === '' || typeof token !== 'string') return null
  const signed = (invoice ?? {}) as {
    id?: unknown
    items?: { id?: unknown }[]
    fiscalStamp?: unknown
    totalAfterTaxes?: unknown
  }
  const { total } = fiscalTotals({ lines, aib }, 'nearest')
  return {
    code: reference,
    nim: null,
    counters: null,
    at: new Date().toISOString(),
    qr: token,
    ...(typeof signed.id === 'string' ? { invoiceId: signed.id } : {}),
    ...(Array.isArray(signed.items)
      ? {
          items: lines.flatMap(({ lineId, quantity }, place) => {
            const id = signed.items![place]?.id
            return typeof id === 'string' ? [{ lineId, id, quantity }] : []
          }),
        }
      : {}),
    ...(typeof signed.totalAfterTaxes === 'number' && signed.totalAfterTaxes !== total
      ? { differingTotal: signed.totalAfterTaxes }
      : {}),
    ...(typeof stickers === 'number' ? { stickersLeft: stickers } : {}),
    ...(typeof signed.fiscalStamp === 'number' ? { stampDuty: signed.fiscalStamp } : {}),
    ...(typeof signed.fiscalStamp === 'number' && signed.fiscalStamp !== stampDuty
      ? { expectedStampDuty: stampDuty }
      : {}),
  }
}
