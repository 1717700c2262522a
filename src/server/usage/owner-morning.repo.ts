import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

export type Membership = {
  pharmacyId: string
  name: string
  city: string
  currency: { symbol: string; decimals: number }
  userId: string
  firstName: string
  lastName: string
}

/**
 * Where the account of a user is an active member: the pharmacy of the user first, then by name, suspended ones left
 * out; a user without an account is a member of one pharmacy. Needs a transaction of the platform; tells nothing else of
 * other pharmacies.
 */
export async function membershipsOf(tx: Tx, userId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select p.id as "pharmacyId", p.name, p.city, u.id as "userId", u.first_name as "firstName", u.last_name as "lastName",
      json_build_object('symbol', c.currency_symbol, 'decimals', c.currency_decimals) as currency
    from users own join users u on u.id = own.id or u.firebase_uid = own.firebase_uid
      join pharmacies p on p.id = u.pharmacy_id join countries c on c.code = p.country_code
    where own.id = ${userId} and u.kind = 'member' and u.active and p.suspended_at is null
    order by u.id = own.id desc, p.name, p.id`.execute(tx)
  return rows
}

/** The registers that are open and not in a waiting closing. */
export async function openRegisters(tx: Tx, pharmacyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('cash_registers')
    .select('id')
    .where('pharmacy_id', '=', pharmacyId)
    .where('closed_at', 'is', null)
    .where('closing_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
