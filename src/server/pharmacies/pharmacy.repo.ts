import { PharmacySettings, type Pharmacy } from '#shared/contract/users.ts'
import { readCountry } from '#server/locale/country.repo.ts'
import type { Tx } from '#server/db/database.ts'

export async function readSettings(tx: Tx, id: string): Promise<PharmacySettings> {
  const { settings } = await tx
    .selectFrom('pharmacies')
    .select('settings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return PharmacySettings.parse(settings)
}

export async function writeSettings(tx: Tx, id: string, settings: PharmacySettings): Promise<void> {
  await tx
    .updateTable('pharmacies')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute()
}

export async function findPharmacy(tx: Tx, id: string): Promise<Pharmacy | undefined> {
  const row = await tx.selectFrom('pharmacies').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      id: row.id,
      domainId: row.domain_id,
      name: row.name,
      address: row.address,
      city: row.city,
      phone: row.phone,
      taxId: row.tax_id,
      timeZone: row.time_zone,
      country: await readCountry(tx, row.country_code),
      settings: PharmacySettings.parse(row.settings),
    }
  )
}
