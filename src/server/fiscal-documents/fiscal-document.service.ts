import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { FiscalDetail, FiscalDocumentOfSale, fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import type { mecef } from '#shared/contract/mecef.ts'
import { AppError } from '#shared/domain/errors.ts'
import { taxedLines } from '#shared/domain/fiscal/document-of-sale.ts'
import { bareCode, portalHourFault, readPortalCode } from '#shared/domain/fiscal/portal-reading.ts'
import { fiscalProfile, type FiscalPlatform, invoicingOf } from '#shared/domain/fiscal/profiles.ts'
import { taxRateOf } from '#shared/domain/fiscal/tax-rates.ts'
import type { TaxGroup } from '#shared/domain/fiscal/tax.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import {
  groupsOfToday,
  incompleteOf,
  saleOfCode,
  sendAgain,
  writeSettlement,
  writeTaxes,
} from '#server/fiscal-documents/decide-document.repo.ts'
import {
  countPrint,
  documentsOfSale,
  findExchanges,
  findFiscalDocument,
  findFiscalDocuments,
  saleIsThere,
  sellerOf,
  type FiscalQuery,
  type JournalQuery,
} from '#server/fiscal-documents/fiscal-document.repo.ts'
import { freeCredits, readCheck, wakeQueue } from '#server/fiscal-life/fiscal-queue.repo.ts'
import { completeDocument, freezeReturn, freezeSale, hasDocument } from '#server/fiscal-life/freeze-document.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'
import { wholeSale } from '#server/sales/sale.service.ts'

type Body<Call extends keyof typeof fiscalDocuments> =
  HandlerInput<(typeof fiscalDocuments)[Call]> extends { body: infer B } ? B : never

export function listFiscalDocuments(
  context: Context,
  query: FiscalQuery,
): Promise<CallReply<typeof fiscalDocuments.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    findFiscalDocuments(tx, pharmacyId, query, await withheldFrom(tx, context)),
  )
}

export function listFiscalExchanges(
  context: Context,
  query: JournalQuery,
): Promise<CallReply<typeof fiscalDocuments.journal>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const withheld = await withheldFrom(tx, context)
    const found = await findExchanges(tx, pharmacyId, query, withheld)
    return withheld.length > 0 ? { ...found, withheld: true as const } : found
  })
}

/** Where the platform differs from this software, as it was last asked. */
export async function readDifferences(context: Context): Promise<CallReply<typeof mecef.differences>> {
  const pharmacyId = pharmacyOf(context)
  const { checkedAt, differences } = await context.database.read(pharmacyId, (tx) => readCheck(tx, pharmacyId))
  return { checkedAt: checkedAt?.toISOString() ?? null, differences }
}

/** Throws `requests:notFound`. */
export function readFiscalDocument(context: Context, id: string): Promise<FiscalDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    requireRow(await findFiscalDocument(tx, pharmacyId, id, await withheldFrom(tx, context))),
  )
}

/** Throws `requests:notFound` for a sale that the pharmacy does not have. */
export function fiscalDocumentsOfSale(context: Context, saleId: string): Promise<FiscalDocumentOfSale[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    requireRow(await saleIsThere(tx, pharmacyId, saleId))
    const withheld = await withheldFrom(tx, context)
    return documentsOfSale(tx, pharmacyId, saleId, { withheld, userId: context.actor.userId })
  })
}

/**
 * The document of a sale whose customer asks for it after the end, with a credit note for each return; a second call
 * makes nothing. Throws `requests:notFound`, `sales:cannotEditCanceledSale`, and `fiscalDocuments:notOnRequest` where
 * sales have theirs by themselves or never.
 */
export function askFiscalDocument(context: Context, saleId: string): Promise<FiscalDocumentOfSale[]> {
  return changing(context, async (tx, pharmacyId) => {
    const sale = await wholeSale(tx, pharmacyId, saleId)
    const { platform, invoices } = await sellerOf(tx, pharmacyId)
    if (!(await hasDocument(tx, pharmacyId, saleId))) {
      if (invoicingOf(fiscalProfile(platform), invoices) !== 'on-request')
        throw new AppError('fiscalDocuments:notOnRequest')
      if (sale.status === 'CANCELED') throw new AppError('sales:cannotEditCanceledSale')
      await freezeSale(tx, pharmacyId, { sale, platform, now: context.now })
      for (const answer of sale.returns) await freezeReturn(tx, pharmacyId, { sale, answer, now: context.now })
    }
    return documentsOfSale(tx, pharmacyId, saleId, {
      withheld: await withheldFrom(tx, context),
      userId: context.actor.userId,
    })
  })
}

/** Counts a printed paper. Throws `requests:notFound` for a document that is not certified. */
export function countFiscalPrint(context: Context, id: string): Promise<{ before: number }> {
  return changing(context, async (tx, pharmacyId) => ({ before: requireRow(await countPrint(tx, pharmacyId, id)) }))
}

/**
 * Completes a document with the tax groups that its products have by now, sends a refused one again, or asks the platform
 * at once for what waits. Throws `requests:notFound`, `fiscalDocuments:stillIncomplete` with the lines, and
 * `fiscalDocuments:decided` for a document that nothing is sent of any more.
 */
export function retryFiscalDocument(
  context: Context,
  id: string,
  { withoutTaxId }: Body<'retry'>,
): Promise<FiscalDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const { state, saleId } = requireRow(await findFiscalDocument(tx, pharmacyId, id))
    if (state === 'incomplete') await complete(tx, pharmacyId, { saleId, now: context.now })
    else if (state === 'rejected') await sendAgain(tx, pharmacyId, { id, withoutTaxId, now: context.now })
    else if (state !== 'waiting') throw new AppError('fiscalDocuments:decided', { state })
    await wakeQueue(tx, pharmacyId, context.now)
    const after = (await findFiscalDocument(tx, pharmacyId, id, await withheldFrom(tx, context)))!
    if (after.state === 'incomplete')
      throw new AppError('fiscalDocuments:stillIncomplete', { lines: after.incompleteLines })
    return after
  })
}

/** Gives the lines without a group that of today, at the rate of the day of the sale; then the documents are whole. */
async function complete(tx: Tx, pharmacyId: string, { saleId, now }: { saleId: string; now: Date }): Promise<void> {
  const sale = await wholeSale(tx, pharmacyId, saleId)
  const { country, day, groups } = await groupsOfToday(tx, pharmacyId, saleId)
  const known = new Map((sale.taxes ?? []).map(({ lineId, group, rate }) => [lineId, { group, rate }]))
  for (const { lineId, group } of groups) {
    const rate = group && taxRateOf(country, group as TaxGroup, day)
    if (rate !== null) known.set(lineId, { group: group as TaxGroup, rate: rate as number })
  }
  const lines = taxedLines(
    sale,
    (lineId) => {
      const { group = null, rate = null } = known.get(lineId) ?? {}
      return group === null || rate === null ? null : { group, rate }
    },
    'nearest',
  ).map(({ lineId, tax, total, taxAmount }) => ({
    lineId,
    group: tax?.group ?? null,
    rate: tax?.rate ?? null,
    total,
    tax: taxAmount,
  }))
  await writeTaxes(tx, pharmacyId, saleId, lines)
  for (const id of await incompleteOf(tx, pharmacyId, saleId))
    await completeDocument(tx, pharmacyId, { id, sale: { ...sale, taxes: lines }, now })
}

/**
 * Writes what a person found on the portal of the platform. A document that was found there is certified with what was
 * typed. Throws `requests:notFound`, `fiscalDocuments:decided` for a document that is neither to verify nor refused, and
 * for what was typed `requests:invalid`, or `requests:taken` when it is the code of another document.
 */
export function settleFiscalDocument(context: Context, id: string, body: Body<'settle'>): Promise<FiscalDetail> {
  return changing(context, async (tx, pharmacyId) => {
    const { state, settlement, soldAt } = requireRow(await findFiscalDocument(tx, pharmacyId, id))
    // The same decision, sent again.
    if (settlement?.way === body.way && settlement.reason === body.reason)
      return (await findFiscalDocument(tx, pharmacyId, id, await withheldFrom(tx, context)))!
    if (state !== 'uncertain' && !(state === 'rejected' && body.way === 'never'))
      throw new AppError('fiscalDocuments:decided', { state })
    const { taxId, fiscalNim, platform, timeZone } = await sellerOf(tx, pharmacyId)
    if (body.way === 'found') {
      const fault = portalHourFault(body.at, { soldAt: new Date(soldAt), now: context.now, timeZone })
      if (fault) throw new AppError('requests:invalid', { issues: [{ path: 'body.at', message: fault }] })
    }
    const code = await codeOf(tx, pharmacyId, { id, body, platform })
    const elements =
      body.way === 'found'
        ? {
            code: code!,
            nim: fiscalNim,
            counters: body.counters,
            at: body.at,
            // Nobody types the address that a platform of accounts prints as a square code.
            qr:
              fiscalProfile(platform).qr === 'raw'
                ? `F;${fiscalNim ?? ''};${bareCode(code!)};${taxId ?? ''};${compactHour(body.at)}`
                : '',
          }
        : null
    await writeSettlement(tx, pharmacyId, {
      id,
      way: body.way,
      reason: body.reason,
      creditCode: body.way === 'credited' ? code : null,
      elements,
      userId: context.actor.userId,
      at: context.now,
    })
    if (elements) await freeCredits(tx, pharmacyId, id, context.now)
    return (await findFiscalDocument(tx, pharmacyId, id, await withheldFrom(tx, context)))!
  })
}

/** The code that was typed as the platform writes it; null when none was. It is of no other document of the pharmacy. */
async function codeOf(
  tx: Tx,
  pharmacyId: string,
  { id, body, platform }: { id: string; body: Body<'settle'>; platform: FiscalPlatform },
): Promise<string | null> {
  if (body.way === 'never') return null
  const [path, typed] = body.way === 'found' ? ['body.code', body.code] : ['body.creditCode', body.creditCode]
  const read = readPortalCode(platform, typed)
  if (!read.ok) throw new AppError('requests:invalid', { issues: [{ path, message: read.text }] })
  const sale = await saleOfCode(tx, pharmacyId, { code: read.code, otherThan: id })
  if (sale !== undefined)
    throw new AppError('requests:taken', {
      issues: [{ path, message: `Ce code est déjà celui d’une facture de la vente n°\u00a0${sale}.` }],
    })
  return read.code
}

/** « 29/11/2026 10:00:07 » as the square code has it: 20261129100007. */
function compactHour(at: string): string {
  return at.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, '$3$2$1').replaceAll(/\D/g, '')
}
