import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { francZone } from '#shared/domain/countries/country-facts.ts'
import { addCountries } from '#server/locale/country.repo.ts'

/** Returns false when the account is one of the platform already. Throws for one that belongs to a pharmacy. */
export async function insertAdmin(
  tx: Tx,
  { id, name, email, firebaseUid }: { id: string; name: string; email: string; firebaseUid: string },
): Promise<boolean> {
  const known = await tx
    .selectFrom('users')
    .select(['kind', 'active'])
    .where('firebase_uid', '=', firebaseUid)
    .execute()
  if (known.some(({ kind }) => kind !== 'admin'))
    throw new Error(`${email} est le compte d’une pharmacie : prenez une autre adresse`)
  if (known.length > 0) return false
  const [lastName = name, ...firstNames] = name.split(/\s+/)
  await tx
    .insertInto('users')
    .values({
      pharmacy_id: null,
      id,
      kind: 'admin',
      first_name: firstNames.join(' '),
      last_name: lastName,
      email,
      firebase_uid: firebaseUid,
    })
    .execute()
  return true
}

/** The countries that a new platform begins with; none when it has some. */
export async function insertFirstCountries(tx: Tx): Promise<void> {
  const { rows } = await sql`select from countries limit 1`.execute(tx)
  if (rows.length > 0) return
  await addCountries(tx, francZone)
}
