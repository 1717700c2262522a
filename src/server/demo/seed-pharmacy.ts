import { sql } from 'kysely'
import type { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import type { Tx } from '#server/db/database.ts'
import { bulkInsert } from '#server/demo/bulk-insert.ts'
import { demoId } from '#server/demo/demo-id.ts'
import { demoAccounts, demoDomain, demoOwnerUid, type DemoPharmacy } from '#server/demo/demo-pharmacies.ts'
import type { ProductStock } from '#server/demo/past-lots.ts'
import { recordPin, type PinKeeping } from '#server/identity/pin.ts'

/** Makes the pharmacy's rows visible where row-level security also applies to the owner of the tables. */
export async function enterPharmacy(tx: Tx, pharmacyId: string): Promise<void> {
  await sql`select set_config('app.pharmacy_id', ${pharmacyId}, true)`.execute(tx)
}

export async function isSeeded(tx: Tx, pharmacyId: string): Promise<boolean> {
  return (await tx.selectFrom('pharmacies').select('id').where('id', '=', pharmacyId).executeTakeFirst()) !== undefined
}

/** Inserts the pharmacy, its roles, its members and the account of its counter. */
export async function seedTeam(tx: Tx, pharmacy: DemoPharmacy, keeping: PinKeeping): Promise<void> {
  const { id, name, address, city, phone, members } = pharmacy
  const settings = demoSettings(pharmacy)
  await bulkInsert(tx, 'pharmacies', [
    {
      id,
      domain_id: demoDomain.id,
      country_code: pharmacy.countryCode,
      name,
      address,
      city,
      phone,
      tax_id: pharmacy.taxId,
      trade_register: pharmacy.tradeRegister,
      bank_accounts: pharmacy.bankAccounts.map((account) => ({
        id: demoId('account', pharmacy.slug, account.number),
        ...account,
      })),
      time_zone: pharmacy.timeZone,
      settings,
    },
  ])
  await bulkInsert(
    tx,
    'roles',
    Object.entries(defaultRoles).map(([role, permissions]) => ({
      pharmacy_id: id,
      id: roleId(pharmacy, role),
      name: role,
      permissions: [...permissions],
      discount_limit: discountLimits[role] ?? null,
    })),
  )
  const pins = await Promise.all(members.map(({ pin }) => recordPin(keeping, id, pin)))
  await bulkInsert(
    tx,
    'users',
    members.map((member, index) => ({
      pharmacy_id: id,
      id: member.id,
      first_name: member.firstName,
      last_name: member.lastName,
      email: member.email,
      kind: 'member',
      pin_hash: pins[index]?.hash,
      pin_mac: pins[index]?.mac,
      // One person owns both pharmacies.
      firebase_uid: member.role === 'titulaire' ? demoOwnerUid : null,
    })),
  )
  await bulkInsert(
    tx,
    'users',
    demoAccounts
      .filter(({ claims }) => claims.pharmacyId === id)
      .map((account) => ({
        pharmacy_id: id,
        id: account.userId,
        first_name: account.firstName,
        last_name: account.lastName,
        email: account.email,
        kind: 'terminal',
        firebase_uid: account.firebaseUid,
      })),
  )
  await bulkInsert(
    tx,
    'user_roles',
    members.map((member) => ({ pharmacy_id: id, user_id: member.id, role_id: roleId(pharmacy, member.role) })),
  )
}

/** In percent of a sale. Roles that are not listed have no limit, but still need the right to give discounts. */
const discountLimits: Readonly<Record<string, number>> = { pharmacien: 10 }

const services = [
  ['Prise de tension', 500],
  ['Glycémie capillaire', 1000],
  ['Injection', 1000],
  ['Livraison à domicile', 1500],
] as const

function demoSettings({ slug, countryCode }: DemoPharmacy): PharmacySettings {
  return {
    printers: [],
    services: services.map(([label, price]) => ({ id: demoId('service', slug, label), label, price })),
    openingHours: 'Lun.–sam. 8\u00a0h–20\u00a0h',
    centralCashier: false,
    blindCount: true,
    listOneNeedsPrescription: false,
    autoLockMinutes: 2,
    officeLockMinutes: 15,
    taxRegime: null,
    voucherTaxGroup: 'B',
    fiscalOutage: 'defer',
    fiscalInvoices: 'all',
    fiscalCodes: {},
    stampDuty: countryCode === 'CI',
    fiscalAccount: null,
    accounts: {},
    comparesWithPeers: false,
  }
}

function roleId({ slug }: DemoPharmacy, role: string): string {
  return demoId('role', slug, role)
}

/** Inserts the storage place and the stock thresholds of each product. Returns the last revision given. */
export async function seedShelf(
  tx: Tx,
  { id, slug }: DemoPharmacy,
  stock: readonly ProductStock[],
  revBefore: number,
): Promise<number> {
  const storageId = (label: string): string => demoId('storage', slug, label)
  const storages = [...new Set(stock.map(({ product }) => product.medicine.storage))]
  await bulkInsert(
    tx,
    'storages',
    storages.map((label) => ({ pharmacy_id: id, id: storageId(label), label })),
  )
  await bulkInsert(
    tx,
    'pharmacy_products',
    stock.map(({ product, minimum, maximum }, index) => ({
      pharmacy_id: id,
      id: product.id,
      product_id: product.medicine.id,
      storage_id: storageId(product.medicine.storage),
      minimum,
      maximum,
      rev: revBefore + index + 1,
    })),
  )
  return revBefore + stock.length
}
