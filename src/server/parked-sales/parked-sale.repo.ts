import { sql } from 'kysely'
import type { ParkedContent } from '#shared/contract/parked-sales.ts'
import type { PersonName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * `lease`: the terminal that took the sale last. The lease ends at `until`, but its holder may still confirm until
 * another terminal takes the sale. `isGone`: the sale was transferred to that terminal, and its content is deleted
 * here.
 */
export type ParkedRow = {
  id: string
  version: number
  identifier: string
  content: unknown
  parkedBy: string
  parkedByName: PersonName
  parkedAt: Date
  terminalId: string | null
  lease: { terminalId: string; by: PersonName; until: Date } | null
  isGone: boolean
}
type FlatRow = Omit<ParkedRow, 'lease'> & { leasedTo: string | null; leasedBy: PersonName; leaseUntil: Date | null }

const columns = sql`p.id, p.version, p.identifier, p.content, p.parked_by as "parkedBy", p.parked_at as "parkedAt",
  p.terminal_id as "terminalId", p.gone_at is not null as "isGone",
  json_build_object('firstName', u.first_name, 'lastName', u.last_name) as "parkedByName",
  p.leased_to as "leasedTo", p.lease_until as "leaseUntil",
    json_build_object('firstName', t.first_name, 'lastName', t.last_name) as "leasedBy"`
const source = sql`parked_sales p join users u on u.id = p.parked_by left join users t on t.id = p.leased_by`

/** Oldest first. Omits parked sales that were closed since. */
export async function parkedSales(tx: Tx, pharmacyId: string): Promise<ParkedRow[]> {
  const { rows } = await sql<FlatRow>`
    select ${columns} from ${source}
    where p.pharmacy_id = ${pharmacyId} and p.gone_at is null
      and not exists (select from sales s where s.pharmacy_id = p.pharmacy_id and s.id = p.id)
    order by p.parked_at, p.id`.execute(tx)
  return rows.map(rowOf)
}

export async function findParked(tx: Tx, pharmacyId: string, id: string): Promise<ParkedRow | undefined> {
  const { rows } =
    await sql<FlatRow>`select ${columns} from ${source} where p.pharmacy_id = ${pharmacyId} and p.id = ${id}`.execute(
      tx,
    )
  return rows[0] && rowOf(rows[0])
}

function rowOf({ leasedTo, leasedBy, leaseUntil, ...row }: FlatRow): ParkedRow {
  return { ...row, lease: leasedTo && leaseUntil ? { terminalId: leasedTo, by: leasedBy, until: leaseUntil } : null }
}

/**
 * The facts that parking a sale needs: whether the sale was closed already, whether its patient exists, and whether the
 * stored content is the same.
 */
export async function readParking(
  tx: Tx,
  pharmacyId: string,
  id: string,
  content: ParkedContent,
): Promise<{ isClosed: boolean; isPatientKnown: boolean; isSame: boolean }> {
  const { rows } = await sql<{ isClosed: boolean; isPatientKnown: boolean; isSame: boolean }>`
    select exists (select from sales where pharmacy_id = ${pharmacyId} and id = ${id}) as "isClosed",
      ${content.patient?.id ?? null}::uuid is null
        or exists (select from persons where pharmacy_id = ${pharmacyId}
        and id = ${content.patient?.id ?? null}) as "isPatientKnown",
      exists (select from parked_sales where pharmacy_id = ${pharmacyId} and id = ${id}
        and content = ${JSON.stringify(content)}::jsonb) as "isSame"`.execute(tx)
  return rows[0]!
}

export async function isClosed(tx: Tx, pharmacyId: string, id: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('sales')
      .select('id')
      .where('pharmacy_id', '=', pharmacyId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  )
}

export type Parking = {
  id: string
  content: ParkedContent
  terminalId: string
  clientId: string | null
  userId: string
  at: Date
}

/** Stores the parked sale with the next version and without a lease. */
export async function writeParked(
  tx: Tx,
  pharmacyId: string,
  { id, content, terminalId, clientId, userId, at }: Parking,
): Promise<void> {
  const values = {
    identifier: content.identifier,
    content: JSON.stringify(content),
    patient_id: content.patient?.id ?? null,
    client_id: clientId,
    parked_by: userId,
    parked_at: at,
    terminal_id: terminalId,
    leased_to: null,
    leased_by: null,
    lease_until: null,
    gone_at: null,
  }
  await tx
    .insertInto('parked_sales')
    .values({ pharmacy_id: pharmacyId, id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['pharmacy_id', 'id'])
        .doUpdateSet((eb) => ({ ...values, version: eb('parked_sales.version', '+', 1) })),
    )
    .execute()
}

/** The next version of a prepared sale, without a lease, still of who parked it: its terminal need not know. */
export async function giveBack(tx: Tx, pharmacyId: string, id: string, content: ParkedContent): Promise<void> {
  await tx
    .updateTable('parked_sales')
    .set((eb) => ({
      content: JSON.stringify(content),
      version: eb('version', '+', 1),
      leased_to: null,
      leased_by: null,
      lease_until: null,
    }))
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

export async function nameOfMember(tx: Tx, pharmacyId: string, userId: string): Promise<PersonName> {
  const { rows } = await sql<PersonName>`
    select first_name as "firstName", last_name as "lastName" from users
    where pharmacy_id = ${pharmacyId} and id = ${userId}`.execute(tx)
  return rows[0]!
}

export async function lease(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { terminalId, userId, until }: { terminalId: string; userId: string; until: Date },
): Promise<void> {
  await tx
    .updateTable('parked_sales')
    .set({ leased_to: terminalId, leased_by: userId, lease_until: until })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .execute()
}

/** Deletes the content of the version that this terminal took last. Returns whether there was one. */
export async function markGone(
  tx: Tx,
  pharmacyId: string,
  id: string,
  { terminalId, version, at }: { terminalId: string; version: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('parked_sales')
    .set({ gone_at: at, content: '{}', patient_id: null, client_id: null })
    .where('pharmacy_id', '=', pharmacyId)
    .where('id', '=', id)
    .where('leased_to', '=', terminalId)
    .where('version', '=', version)
    .where('gone_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function forgetGone(tx: Tx, pharmacyId: string, before: Date): Promise<void> {
  await tx.deleteFrom('parked_sales').where('pharmacy_id', '=', pharmacyId).where('gone_at', '<', before).execute()
}
