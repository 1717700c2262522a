import type { Tx } from '#server/db/database.ts'

export type OpenPharmacy = { id: string; name: string; city: string; firebaseUid: string }

/** The pharmacies that the account of a user opens, suspended ones left out. Needs a transaction of the platform. */
export function pharmaciesOfAccount(tx: Tx, userId: string): Promise<OpenPharmacy[]> {
  return tx
    .selectFrom('users as own')
    .innerJoin('users', (join) =>
      join.onRef('users.firebase_uid', '=', 'own.firebase_uid').on('users.active', '=', true),
    )
    .innerJoin('pharmacies', 'pharmacies.id', 'users.pharmacy_id')
    .select(['pharmacies.id', 'pharmacies.name', 'pharmacies.city', 'users.firebase_uid as firebaseUid'])
    .where('own.id', '=', userId)
    .where('pharmacies.suspended_at', 'is', null)
    .orderBy('pharmacies.name')
    .orderBy('pharmacies.id')
    .$castTo<OpenPharmacy>()
    .execute()
}
