import { createHash } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { defaultRoles, type Permission } from '#shared/domain/permissions.ts'
import type { Database, Tx } from '#server/db/database.ts'

/**
 * The same parts give the same id in every process: ids that a terminal kept stay valid after the database is deleted
 * and filled again.
 */
export function idOf(...parts: string[]): string {
  const hex = createHash('sha256').update(parts.join('/')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export type TestMember = { id: string; sessionId: string; roles: string[]; token: string }
/**
 * A pharmacy in Cotonou with a member of each role, four products with their lots, and two clients; every lot starts
 * with its `initial` movement.
 */
export type Shop = {
  id: string
  terminal: { id: string; token: string }
  vendeur: TestMember
  pharmacien: TestMember
  titulaire: TestMember
  /** Has no right to sell. */
  stocks: TestMember
  registerId: string
  /** Price 1000, 1500, 2003; cost 600 each; 100 boxes. */
  lots: [string, string, string]
  products: [string, string, string]
  archivedLot: string
  expiredLot: string
  patientId: string
  /** Credit limit of 5,000. */
  debtorId: string
  organizationId: string
}

export const testProject = 'demo-tests'
/** The tokens of a shop are valid at any time that a test sets as now. */
export const always = { now: new Date('2020-01-01T00:00:00Z'), validSeconds: 80 * 365 * 86_400 }
const roleNames = ['vendeur', 'pharmacien', 'titulaire', 'gestionnaire de stock'] as const
const memberNames: Record<(typeof roleNames)[number], [firstName: string, lastName: string]> = {
  vendeur: ['Afi', 'Dossou'],
  pharmacien: ['Kossi', 'Agbo'],
  titulaire: ['Rose', 'Hounkpè'],
  'gestionnaire de stock': ['Ismaël', 'Bio'],
}

/** An unsigned token, as the sign-in emulator issues it. */
export function tokenOf(
  claims: { sub: string; email?: string; pharmacyId?: string; pin?: string; enters?: string },
  { now = new Date(), validSeconds = 3600 } = {},
): string {
  const at = Math.floor(now.getTime() / 1000)
  return new UnsecuredJWT({ ...claims, auth_time: at - 60 })
    .setIssuedAt(at)
    .setExpirationTime(at + validSeconds)
    .setIssuer(`https://securetoken.google.com/${testProject}`)
    .setAudience(testProject)
    .encode()
}

/** Opens a pharmacy with a name; the same name has the same ids everywhere. It counts blindly only when a test asks for it. */
export async function openShop(
  database: Database,
  name: string,
  { timeZone = 'Africa/Porto-Novo', quantity = 100, blindCount = false } = {},
): Promise<Shop> {
  const shop = shopOf(name)
  await database.platform(async (tx) => {
    await insertPlatform(tx, shop, { timeZone, blindCount })
    await insertMembers(tx, shop)
    await insertStock(tx, shop, quantity)
    await tx
      .insertInto('persons')
      .values([
        { pharmacy_id: shop.id, id: shop.patientId, first_name: 'Aurèle', last_name: 'Zinsou', credit_limit: null },
        { pharmacy_id: shop.id, id: shop.debtorId, first_name: 'Basile', last_name: 'Tossa', credit_limit: 5_000 },
      ])
      .execute()
    await tx
      .insertInto('disbursement_reasons')
      .values({ pharmacy_id: shop.id, id: idOf(shop.id, 'reason'), label: 'Transport' })
      .execute()
    await tx
      .insertInto('organizations')
      .values({ pharmacy_id: shop.id, id: shop.organizationId, name: 'Mairie de Cotonou', credit_limit: 10_000 })
      .execute()
  })
  return shop
}

/** A platform account, without a pharmacy. */
export async function openAdmin(database: Database): Promise<string> {
  const uid = idOf('admin')
  await database.platform((tx) =>
    tx
      .insertInto('users')
      .values({ pharmacy_id: null, id: uid, first_name: 'Ada', last_name: 'Min', firebase_uid: uid, kind: 'admin' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return tokenOf({ sub: uid }, always)
}

export function shopOf(name: string): Shop {
  const id = idOf(name, 'pharmacy')
  const member = (role: string): TestMember => {
    const [userId, sessionId] = [idOf(name, 'user', role), idOf(name, 'unlock', role)]
    return {
      id: userId,
      sessionId,
      roles: [role],
      token: tokenOf({ sub: userId, pharmacyId: id, pin: sessionId }, always),
    }
  }
  const lot = (lotName: string): string => idOf(name, 'lot', lotName)
  const terminalId = idOf(name, 'user', 'terminal')
  return {
    id,
    terminal: { id: terminalId, token: tokenOf({ sub: terminalId, pharmacyId: id }, always) },
    vendeur: member('vendeur'),
    pharmacien: member('pharmacien'),
    titulaire: member('titulaire'),
    stocks: member('gestionnaire de stock'),
    registerId: idOf(name, 'register'),
    lots: [lot('a'), lot('b'), lot('c')],
    products: [idOf(name, 'product', 'a'), idOf(name, 'product', 'b'), idOf(name, 'product', 'c')],
    archivedLot: lot('archived'),
    expiredLot: lot('expired'),
    patientId: idOf(name, 'person', 'patient'),
    debtorId: idOf(name, 'person', 'debtor'),
    organizationId: idOf(name, 'organization'),
  }
}

async function insertPlatform(
  tx: Tx,
  shop: Shop,
  { timeZone, blindCount }: { timeZone: string; blindCount: boolean },
): Promise<void> {
  const domainId = idOf('domain')
  await tx
    .insertInto('countries')
    .values({
      code: 'BJ',
      name: 'Bénin',
      locale: 'fr-BJ',
      currency_code: 'XOF',
      currency_symbol: 'F CFA',
      currency_decimals: 0,
      cash_rounding_step: 5,
      denominations: [10_000, 5_000, 1_000, 500, 100, 50, 25, 10, 5],
      phone_operators: ['MTN', 'Moov'],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('domains')
    .values({ id: domainId, name: 'Tests' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('packagings')
    .values({ id: idOf('packaging'), label: 'Boîte', units: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('pharmacies')
    .values({
      id: shop.id,
      domain_id: domainId,
      country_code: 'BJ',
      name: 'Pharmacie des tests',
      address: 'Rue 1',
      city: 'Cotonou',
      phone: '+229',
      time_zone: timeZone,
      settings: JSON.stringify({ blindCount }),
    })
    .execute()
  await tx.insertInto('pharmacy_counters').values({ pharmacy_id: shop.id, rev: 1 }).execute()
}

async function insertMembers(tx: Tx, shop: Shop): Promise<void> {
  // A session ends with its age: this one is young at any time that a test sets as now.
  const at = new Date('2099-01-01T08:00:00Z')
  const members = [shop.vendeur, shop.pharmacien, shop.titulaire, shop.stocks]
  const roleId = (role: string): string => idOf(shop.id, 'role', role)
  await tx
    .insertInto('roles')
    .values(
      roleNames.map((role) => ({
        pharmacy_id: shop.id,
        id: roleId(role),
        name: role,
        permissions: [...defaultRoles[role]] as Permission[],
      })),
    )
    .execute()
  await tx
    .insertInto('users')
    .values([
      ...members.map((member, index) => {
        const [first_name, last_name] = memberNames[roleNames[index]!]
        return {
          pharmacy_id: shop.id,
          id: member.id,
          first_name,
          last_name,
          kind: 'member' as const,
          pin_hash: 'none',
          pin_mac: `mac ${index}`,
        }
      }),
      {
        pharmacy_id: shop.id,
        id: shop.terminal.id,
        first_name: 'Comptoir',
        last_name: '1',
        kind: 'terminal',
        firebase_uid: shop.terminal.id,
      },
    ])
    .execute()
  await tx
    .insertInto('user_roles')
    .values(
      members.map((member, index) => ({
        pharmacy_id: shop.id,
        user_id: member.id,
        role_id: roleId(roleNames[index]!),
      })),
    )
    .execute()
  await tx
    .insertInto('unlocks')
    .values(
      members.map((member) => ({
        pharmacy_id: shop.id,
        id: member.sessionId,
        user_id: member.id,
        terminal_id: shop.terminal.id,
        at,
      })),
    )
    .execute()
}

async function insertStock(tx: Tx, shop: Shop, quantity: number): Promise<void> {
  const at = new Date('2026-01-01T08:00:00Z')
  const [a, b, c] = shop.products
  const labels = ['Doliprane 1 g', 'Amoxicilline Biogaran 500 mg', 'Éfferalgan 500 mg']
  await tx
    .insertInto('pharmacy_products')
    .values(shop.products.map((id, index) => ({ pharmacy_id: shop.id, id, private_label: labels[index]!, rev: 1 })))
    .execute()
  const lots = [
    { id: shop.lots[0], pharmacy_product_id: a, sale_price: 1000, expires_on: '2099-12-31' },
    { id: shop.lots[1], pharmacy_product_id: b, sale_price: 1500, expires_on: '2099-12-31' },
    { id: shop.lots[2], pharmacy_product_id: c, sale_price: 2003, expires_on: null },
    {
      id: shop.archivedLot,
      pharmacy_product_id: a,
      sale_price: 1000,
      expires_on: '2099-12-31',
      archived: true,
      quantity: 0,
    },
    { id: shop.expiredLot, pharmacy_product_id: b, sale_price: 1500, expires_on: '2020-01-31' },
  ]
  await tx
    .insertInto('stock_items')
    .values(
      lots.map((lot) => ({
        pharmacy_id: shop.id,
        packaging_id: idOf('packaging'),
        lot: 'L1',
        quantity,
        purchase_price: 600,
        ...lot,
      })),
    )
    .execute()
  await tx
    .insertInto('stock_movements')
    .values(
      lots
        .filter(({ archived }) => !archived)
        .map(({ id }) => ({
          pharmacy_id: shop.id,
          id: idOf(id, 'initial'),
          stock_item_id: id,
          cause: 'initial' as const,
          quantity,
          before: 0,
          after: quantity,
          at,
        })),
    )
    .execute()
}

/** The token under which the till sends what a member of the shop makes now: his own. */
export function tokenOfSeller(shop: Shop, sellerId: string): string {
  const member = [shop.vendeur, shop.pharmacien, shop.titulaire, shop.stocks].find(({ id }) => id === sellerId)
  return (member ?? shop.terminal).token
}
