import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { aibIn } from '#shared/domain/fiscal/aib.ts'
import { clientOfBuyer } from '#shared/domain/fiscal/buyer.ts'
import type { SaleReturn } from '#shared/contract/sale-return.ts'
import type { Sale } from '#shared/contract/sales.ts'
import {
  documentOfCancellation,
  documentOfReturn,
  documentOfSale,
  type BuiltDocument,
  type DocumentFacts,
} from '#shared/domain/fiscal/document-of-sale.ts'
import { fiscalTotals, type FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import { fiscalProfile, type FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import type { FiscalState } from '#shared/contract/fiscal-documents.ts'
import type { Tx } from '#server/db/database.ts'

/** What a document needs of a sale: what was sold and paid, and the taxes of its lines. */
type SoldSale = Pick<
  Sale,
  | 'id'
  | 'number'
  | 'soldAt'
  | 'receivedAt'
  | 'registerId'
  | 'sellerName'
  | 'records'
  | 'vouchers'
  | 'payments'
  | 'taxes'
  | 'buyer'
>

/** Freezes the document of a closed sale whose platform certifies it (`getsDocument`). */
export async function freezeSale(
  tx: Tx,
  pharmacyId: string,
  { sale, platform, now }: { sale: SoldSale; platform: FiscalPlatform; now: Date },
): Promise<void> {
  const { rounding } = fiscalProfile(platform)
  const built = documentOfSale(sale, factsOf(sale, sale.sellerName, { rounding }))
  await insertBuilt(tx, pharmacyId, built, {
    id: sale.id,
    saleId: sale.id,
    returnId: null,
    originalId: null,
    kind: 'sale',
    number: String(sale.number),
    operator: sale.sellerName,
    soldAt: sale.soldAt,
    act: { doneAt: new Date(sale.soldAt), receivedAt: new Date(sale.receivedAt) },
    registerId: sale.registerId,
    nextAt: now,
    now,
    rounding,
  })
}

/** Whether a sale has a document. */
export async function hasDocument(tx: Tx, pharmacyId: string, saleId: string): Promise<boolean> {
  const { rows } = await sql`select from fiscal_documents
    where pharmacy_id = ${pharmacyId} and sale_id = ${saleId} and kind = 'sale'`.execute(tx)
  return rows.length > 0
}

/** Freezes the credit note of a recorded return of a sale that has a document; it waits until its invoice is certified. */
export async function freezeReturn(
  tx: Tx,
  pharmacyId: string,
  { sale, answer, now }: { sale: SoldSale; answer: SaleReturn; now: Date },
): Promise<void> {
  const original = await originalOf(tx, pharmacyId, sale.id)
  if (!original || original.state === 'settled') return
  const built = documentOfReturn(sale, answer, factsOf(sale, answer.byName, original))
  const { register_id: registerId, received_at: receivedAt } = await tx
    .selectFrom('sale_returns')
    .select(['register_id', 'received_at'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', answer.id)
    .executeTakeFirstOrThrow()
  await insertBuilt(tx, pharmacyId, built, {
    id: answer.id,
    saleId: sale.id,
    returnId: answer.id,
    originalId: original.id,
    kind: 'credit',
    number: `A${answer.number}`,
    operator: answer.byName,
    soldAt: answer.returnedAt,
    act: { doneAt: new Date(answer.returnedAt), receivedAt },
    registerId,
    nextAt: original.state === 'certified' ? now : null,
    now,
    rounding: original.rounding,
  })
}

/**
 * The end of the document of a sale that is undone: nothing more is sent when nothing was, else a credit note of all of
 * it waits until the invoice is certified.
 */
export async function undoDocument(
  tx: Tx,
  pharmacyId: string,
  {
    saleId,
    registerId,
    reason,
    userId,
    doneAt,
    at,
  }: { saleId: string; registerId: string; reason: string; userId: string; doneAt: string; at: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('fiscal_documents')
    .set({
      state: 'settled',
      next_at: null,
      settled_way: 'canceled',
      settled_reason: reason,
      settled_by: userId,
      settled_at: new Date(at),
    })
    .where('pharmacy_id', '=', pharmacyId)
    .where('sale_id', '=', saleId)
    .where('kind', '=', 'sale')
    .where('state', 'in', ['incomplete', 'waiting', 'rejected'])
    .where('progress', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const original = await originalOf(tx, pharmacyId, saleId)
  if (!original || original.state === 'settled' || !original.content) return
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', first_name, last_name) as name from users where id = ${userId}`.execute(tx)
  const operator = rows[0]?.name ?? original.operator
  const document = { ...documentOfCancellation(original.content), operator }
  await insertBuilt(
    tx,
    pharmacyId,
    { kind: 'complete', document },
    {
      id: randomUUID(),
      saleId,
      returnId: null,
      originalId: original.id,
      kind: 'credit',
      number: original.number,
      operator,
      soldAt: at,
      act: { doneAt: new Date(doneAt), receivedAt: new Date(at) },
      registerId,
      now: new Date(at),
      rounding: original.rounding,
      nextAt: original.state === 'certified' ? new Date(at) : null,
    },
  )
}

/**
 * Builds a document once more with the tax groups of its lines as they are now, and sends it; false: a line still has
 * none.
 */
export async function completeDocument(
  tx: Tx,
  pharmacyId: string,
  { id, sale, now }: { id: string; sale: Sale; now: Date },
): Promise<boolean> {
  const stored = await tx
    .selectFrom('fiscal_documents')
    .select(['kind', 'return_id', 'operator', 'original_id', 'sold_at'])
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const answer = sale.returns.find((each) => each.id === stored.return_id)
  const original = await originalOf(tx, pharmacyId, sale.id)
  const facts = factsOf(sale, stored.operator, answer ? original! : { rounding: original!.rounding })
  const built = answer ? documentOfReturn(sale, answer, facts) : documentOfSale(sale, facts)
  if (built.kind !== 'complete') return false
  const { total } = fiscalTotals(built.document, original!.rounding)
  const isDue = stored.original_id === null || original!.state === 'certified'
  const nextAt = isDue ? now : null
  const standing = await standingOf(tx, pharmacyId, { act: { doneAt: stored.sold_at, receivedAt: now }, nextAt })
  await tx
    .updateTable('fiscal_documents')
    .set({ ...standing, content: JSON.stringify(built.document), total })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .where('state', '=', 'incomplete')
    .execute()
  return true
}

/**
 * `content`: of the invoice of a credit note, which names the client as its invoice does, also without a tax number that
 * was refused.
 */
function factsOf(
  { taxes = [], vouchers, buyer }: SoldSale,
  operator: string,
  { content, rounding }: Pick<DocumentFacts, 'rounding'> & Partial<Pick<Original, 'content'>>,
): DocumentFacts {
  const byLine = new Map(taxes.map((tax) => [tax.lineId, tax]))
  return {
    taxOf: (lineId) => {
      const { group = null, rate = null } = byLine.get(lineId) ?? {}
      return group === null || rate === null ? null : { group, rate }
    },
    // The patient is not told to the tax office: only who asked for an invoice.
    client: content ? content.client : clientOfBuyer(buyer),
    operator,
    aib: aibIn({ vouchers }),
    rounding,
  }
}

type Original = {
  id: string
  state: FiscalState
  content: FiscalDocument | null
  number: string
  operator: string
  platform: FiscalPlatform
}

async function originalOf(tx: Tx, pharmacyId: string, saleId: string) {
  const { rows } = await sql<Original>`
    select d.id, d.state, d.content, d.number, d.operator, c.fiscal_platform as platform
    from fiscal_documents d join pharmacies p on p.id = d.pharmacy_id join countries c on c.code = p.country_code
    where d.pharmacy_id = ${pharmacyId} and d.sale_id = ${saleId} and d.kind = 'sale' for update of d`.execute(tx)
  return rows[0] && { ...rows[0], rounding: fiscalProfile(rows[0].platform).rounding }
}

/** What a document is of: when it was done, and when this server was told. */
type Act = { doneAt: Date; receivedAt: Date }

/** In ms: by how much the time of a terminal may be wrong after its correction (`corrected-instant.ts`). */
const clockMs = 60_000

/**
 * Whether what was done before this server became the shop reaches it now. The former server may have had it and certified
 * it: nobody can tell from here.
 */
async function wasLost(tx: Tx, pharmacyId: string, { doneAt, receivedAt }: Act): Promise<boolean> {
  const { rows } = await sql`select from pharmacies where id = ${pharmacyId}
    and restored_confirmed_at >= ${new Date(doneAt.getTime() - clockMs)} and restored_until < ${receivedAt}`.execute(tx)
  return rows.length > 0
}

/** How a complete document begins: it waits for the platform, or for a person who looks at the portal. */
async function standingOf(tx: Tx, pharmacyId: string, { act, nextAt }: { act: Act; nextAt: Date | null }) {
  if (!(await wasLost(tx, pharmacyId, act))) return { state: 'waiting' as const, next_at: nextAt }
  const evidence = { why: 'done in the time that another server had', doneAt: act.doneAt.toISOString() }
  return { state: 'uncertain' as const, next_at: null, evidence: JSON.stringify(evidence) }
}

type NewDocument = {
  id: string
  kind: FiscalDocument['kind']
  saleId: string
  returnId: string | null
  originalId: string | null
  number: string
  operator: string
  soldAt: string
  act: Act
  registerId: string
  nextAt: Date | null
  now: Date
  rounding: ReturnType<typeof fiscalProfile>['rounding']
}

async function insertBuilt(tx: Tx, pharmacyId: string, built: BuiltDocument, head: NewDocument): Promise<void> {
  if (built.kind === 'nothing') return
  const document = built.kind === 'complete' ? built.document : null
  await tx
    .insertInto('fiscal_documents')
    .values({
      pharmacy_id: pharmacyId,
      id: head.id,
      kind: head.kind,
      sale_id: head.saleId,
      return_id: head.returnId,
      original_id: head.originalId,
      number: head.number,
      operator: head.operator,
      sold_at: new Date(head.soldAt),
      register_id: head.registerId,
      ...(document ? await standingOf(tx, pharmacyId, head) : { state: 'incomplete' as const, next_at: null }),
      content: document && JSON.stringify(document),
      total: document && fiscalTotals(document, head.rounding).total,
      created_at: head.now,
    })
    .execute()
}
