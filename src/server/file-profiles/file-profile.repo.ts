import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/** How the last file of this origin was read; null: none yet. The contract checked it when it was kept. */
export async function fileProfile<Profile>(tx: Tx, pharmacyId: string, origin: string): Promise<Profile | null> {
  const { rows } = await sql<{ profile: Profile }>`select profile from file_profiles
    where pharmacy_id = ${pharmacyId} and origin = ${origin}`.execute(tx)
  return rows[0]?.profile ?? null
}

export async function keepFileProfile(tx: Tx, pharmacyId: string, origin: string, profile: object): Promise<void> {
  await sql`
    insert into file_profiles (pharmacy_id, origin, profile)
    values (${pharmacyId}, ${origin}, ${JSON.stringify(profile)}::text::jsonb)
    on conflict (pharmacy_id, origin) do update set profile = excluded.profile`.execute(tx)
}
