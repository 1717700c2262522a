import { sql } from 'kysely'
import type { FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import type { PlatformDifference } from '#shared/domain/fiscal/platform-differences.ts'
import type { Tx } from '#server/db/database.ts'
import type { FiscalElements, FiscalProgress, FiscalResult } from '#server/fiscal/fiscal-family.ts'
import type { Exchange } from '#server/fiscal/fiscal-http.ts'

/** Who serves the queue of a pharmacy, and of which one. */
export type Lease = { pharmacyId: string; by: string }
/** A process that says nothing for so long is lost, in ms: longer than any call. */
const leaseMs = 120_000

/**
 * Takes the queue of a pharmacy with a document that is due and that nobody serves; undefined when there is none.
 * Several processes never serve the same one. A restored copy certifies nothing (migration 0178), nor does a server that
 * was replaced (0179). Needs a transaction of
 * the platform.
 */
export async function takeQueue(tx: Tx, by: string, now: Date): Promise<Lease | undefined> {
  const until = new Date(now.getTime() + leaseMs)
  const { rows } = await sql<{ pharmacyId: string }>`
    insert into fiscal_queues as q (pharmacy_id, leased_by, leased_until)
    select d.pharmacy_id, ${by}, ${until} from fiscal_documents d
      left join fiscal_queues f on f.pharmacy_id = d.pharmacy_id
      where d.next_at <= ${now} and (f.leased_until is null or f.leased_until < ${now})
        and (f.next_at is null or f.next_at <= ${now})
        and exists (select from pharmacies p where p.id = d.pharmacy_id and lets_leave(p))
      order by d.next_at limit 1
    on conflict (pharmacy_id) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until,
      next_at = null
      where q.leased_until is null or q.leased_until < ${now}
    returning q.pharmacy_id as "pharmacyId"`.execute(tx)
  return rows[0] && { pharmacyId: rows[0].pharmacyId, by }
}

/** Gives the queue back. `nextAt`: the platform is not asked for this pharmacy before. */
export async function endLease(tx: Tx, { pharmacyId, by }: Lease, nextAt: Date | null): Promise<void> {
  await tx
    .updateTable('fiscal_queues')
    .set({ leased_by: null, leased_until: null, next_at: nextAt })
    .where('pharmacy_id', '=', pharmacyId)
    .where('leased_by', '=', by)
    .execute()
}

/** All that waits for the platform is tried again now: a token was set, or a member asks. */
export async function wakeQueue(tx: Tx, pharmacyId: string, now: Date): Promise<void> {
  await tx.updateTable('fiscal_queues').set({ next_at: null }).where('pharmacy_id', '=', pharmacyId).execute()
  await tx
    .updateTable('fiscal_documents')
    .set({ next_at: now })
    .where('pharmacy_id', '=', pharmacyId)
    .where('next_at', '>', now)
    .execute()
}

/** What the platform said of its rates and codes when it was last asked. */
export async function readCheck(
  tx: Tx,
  pharmacyId: string,
): Promise<{ checkedAt: Date | null; differences: PlatformDifference[] }> {
  const row = await tx
    .selectFrom('fiscal_queues')
    .select(['checked_at', 'differences'])
    .where('pharmacy_id', '=', pharmacyId)
    .executeTakeFirst()
  return { checkedAt: row?.checked_at ?? null, differences: row?.differences ?? [] }
}

export async function storeCheck(
  tx: Tx,
  pharmacyId: string,
  differences: readonly PlatformDifference[],
  now: Date,
): Promise<void> {
  const checked = { checked_at: now, differences: JSON.stringify(differences) }
  await tx
    .insertInto('fiscal_queues')
    .values({ pharmacy_id: pharmacyId, ...checked })
    .onConflict((conflict) => conflict.column('pharmacy_id').doUpdateSet(checked))
    .execute()
}

export type DueDocument = {
  id: string
  number: string
  content: FiscalDocument
  progress: FiscalProgress | null
  attempts: number
  /** Tries that the platform answered without taking it. */
  failures: number
  original: FiscalElements | null
  refunded: { id: string; quantity: number }[]
  /** Where it was sold. */
  terminalId: string
  /** Whether a document that was sold later is certified. */
  isOvertaken: boolean
}

const isOvertaken = sql`exists (select from fiscal_documents c
  where c.pharmacy_id = d.pharmacy_id and c.sold_at > d.sold_at and c.state = 'certified')`

/**
 * The next documents of the pharmacy: those that may be certified already, those with a draft, then the others; each in the
 * order of selling. One that was passed comes at its hour; before that too, when it failed so often (`doubtedAfter`), as
 * long as none that was sold later is certified. `passed`: without these.
 */
export async function nextDue(
  tx: Tx,
  pharmacyId: string,
  { now, most, passed, doubtedAfter }: { now: Date; most: number; passed: readonly string[]; doubtedAfter: number },
): Promise<DueDocument[]> {
  const { rows } = await sql<DueDocument>`
    select d.id, d.number, d.content, d.progress, d.attempts, d.failures, o.elements as original, s.terminal_id as "terminalId",
      ${isOvertaken} as "isOvertaken",
      (select coalesce(jsonb_agg(r), '[]') from fiscal_documents k, jsonb_array_elements(k.elements -> 'refunded') r
        where k.pharmacy_id = d.pharmacy_id and k.original_id = d.original_id and k.state = 'certified') as refunded
    from fiscal_documents d join sales s on s.pharmacy_id = d.pharmacy_id and s.id = d.sale_id
      left join fiscal_documents o on o.pharmacy_id = d.pharmacy_id and o.id = d.original_id
    where d.pharmacy_id = ${pharmacyId} and d.state = 'waiting' and d.id <> all(${[...passed]}::uuid[])
      and (d.next_at <= ${now} or d.next_at is not null and d.failures >= ${doubtedAfter} and not ${isOvertaken})
    order by case d.progress ->> 'step' when 'confirming' then 0 when 'signing' then 0 when 'drafted' then 1 else 2 end,
      d.sold_at, d.id limit ${most}`.execute(tx)
  return rows
}

/**
 * Commits how far a document is, and that its process is alive. False: another process serves the queue, or the document
 * waits no more; nothing may leave.
 */
export async function keepProgress(
  tx: Tx,
  { pharmacyId, by }: Lease,
  { id, progress, now }: { id: string; progress: FiscalProgress | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with held as (
      update fiscal_queues set leased_until = ${new Date(now.getTime() + leaseMs)}
      where pharmacy_id = ${pharmacyId} and leased_by = ${by} and leased_until >= ${now} returning pharmacy_id
    )
    update fiscal_documents d set progress = ${progress === null ? null : JSON.stringify(progress)}::jsonb from held
    where d.pharmacy_id = held.pharmacy_id and d.id = ${id} and d.state = 'waiting' returning d.id`.execute(tx)
  return rows.length === 1
}

/**
 * Writes what came of a try. What was certified is kept whoever serves the queue meanwhile, nothing else is. False: nothing
 * was written.
 */
export async function storeResult(
  tx: Tx,
  { pharmacyId, by }: Lease,
  {
    document,
    result,
    isSimulated,
    now,
  }: { document: DueDocument; result: FiscalResult; isSimulated: boolean; now: Date },
): Promise<boolean> {
  // A platform that takes no more drafts for a moment says nothing about the document.
  const attempts = document.attempts + (result.kind === 'retry' && result.why === 'full' ? 0 : 1)
  const { numUpdatedRows } = await tx
    .updateTable('fiscal_documents')
    .set({
      attempts,
      failures: document.failures + (saysNothingOfIt(result) ? 0 : 1),
      ...changeOf(result, { isSimulated, now }),
    })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', document.id)
    // Another process may have given it up meanwhile: its code is what a person would look for.
    .where('state', 'in', result.kind === 'certified' ? ['waiting', 'uncertain'] : ['waiting'])
    .where(
      result.kind === 'certified'
        ? sql<boolean>`true`
        : sql<boolean>`exists (select from fiscal_queues where pharmacy_id = ${pharmacyId} and leased_by = ${by}
            and leased_until >= ${now} for share)`,
    )
    .executeTakeFirst()
  if (result.kind === 'certified') await freeCredits(tx, pharmacyId, document.id, now)
  return numUpdatedRows > 0n
}

/** Whether a trouble is one of all documents: nobody answered, the token is refused, or the platform is full. */
export function saysNothingOfIt(result: FiscalResult): boolean {
  return result.kind === 'retry' && (result.why === 'unreachable' || result.why === 'token' || result.why === 'full')
}

function changeOf(result: FiscalResult, { isSimulated, now }: { isSimulated: boolean; now: Date }) {
  const ended = { progress: null, next_at: null, trouble: null, fields: null, evidence: null }
  switch (result.kind) {
    case 'certified':
      return {
        ...ended,
        state: 'certified' as const,
        elements: JSON.stringify(result.elements),
        is_simulated: isSimulated,
        certified_at: now,
      }
    case 'rejected':
      return {
        ...ended,
        state: 'rejected' as const,
        fields: JSON.stringify(result.fields),
        trouble: result.fields
          .map(({ message }) => message)
          .join(' · ')
          .slice(0, 1000),
      }
    case 'uncertain':
      return { ...ended, state: 'uncertain' as const, evidence: JSON.stringify(result.evidence) }
    case 'retry':
      // It stays due: its pharmacy waits, or it is passed.
      return { trouble: result.message.slice(0, 1000) }
  }
}

/** The others do not wait for this document: the trouble is its own. */
export async function passDocument(tx: Tx, pharmacyId: string, { id, nextAt }: { id: string; nextAt: Date }) {
  await tx
    .updateTable('fiscal_documents')
    .set({ next_at: nextAt })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Credit notes that waited for their invoice are due. */
export async function freeCredits(tx: Tx, pharmacyId: string, originalId: string, now: Date): Promise<void> {
  await tx
    .updateTable('fiscal_documents')
    .set({ next_at: now })
    .where('pharmacy_id', '=', pharmacyId)
    .where('original_id', '=', originalId)
    .where('state', '=', 'waiting')
    .execute()
}

const mostAnswer = 50_000

export async function insertExchange(
  tx: Tx,
  pharmacyId: string,
  documentId: string,
  { step, method, url, request, at, tookMs, outcome }: Exchange,
): Promise<void> {
  await tx
    .insertInto('fiscal_exchanges')
    .values({
      pharmacy_id: pharmacyId,
      document_id: documentId,
      at,
      step,
      method,
      url,
      request: request === null ? null : JSON.stringify(request),
      status: outcome.kind === 'answered' ? outcome.status : null,
      answer: outcome.kind === 'answered' ? outcome.text.slice(0, mostAnswer) : `${outcome.kind}: ${outcome.why}`,
      took_ms: tookMs,
    })
    .execute()
}
