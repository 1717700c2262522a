import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { pharmacies } from '#shared/contract/users.ts'
import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import { openSecrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { openFiscalQueue, type FiscalQueue } from '#server/fiscal-documents/fiscal-queue.ts'
import type { EmecefSimulator } from '#simulators/emecef.ts'
import type { FneSimulator } from '#simulators/fne.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testKey, type TestApp } from '#tests/server/support/test-app.ts'

let machines = 0

/** The country of the tests has a platform; the shop is a taxpayer of it whose medicines and cosmetics have their groups. */
export async function aTaxpayer(
  { as, database, openShop }: TestApp,
  simulator: EmecefSimulator,
  { hasToken = true } = {},
): Promise<Shop> {
  const shop = await aShopWith({ database, openShop }, 'e-mecef')
  await as(shop.titulaire.token).call(pharmacies.changeIdentity, { body: { taxId } })
  if (hasToken) await giveToken({ as }, simulator, shop)
  return shop
}
const taxId = '3201900000017'

/** The same on the platform of accounts: `settings` are set with its account. */
export async function anAccountHolder(
  { as, database, openShop }: TestApp,
  simulator: FneSimulator,
  settings: HandlerInput<typeof pharmacies.changeSettings>['body'] = {},
): Promise<Shop> {
  const shop = await aShopWith({ database, openShop }, 'fne')
  const titulaire = as(shop.titulaire.token)
  await titulaire.call(pharmacies.setFiscalToken, { body: { token: simulator.key } })
  await titulaire.call(pharmacies.changeSettings, {
    body: {
      fiscalAccount: { establishment: 'Pharmacie', pointOfSale: 'Caisse 1', email: 'comptoir@pharmacie.example' },
      ...settings,
    },
  })
  return shop
}

async function aShopWith(
  { database, openShop }: Pick<TestApp, 'database' | 'openShop'>,
  platform: FiscalPlatform,
): Promise<Shop> {
  const shop = await openShop(randomUUID())
  await database.platform(async (tx) => {
    await sql`update countries set fiscal_platform = ${platform}, sections = ${JSON.stringify([
      { code: 'medicament', label: 'Médicament', vatGroup: 'A', coefficient: 1320 },
      { code: 'parapharmacie', label: 'Parapharmacie', vatGroup: 'B', coefficient: 1500 },
    ])}::jsonb where code = 'BJ'`.execute(tx)
    await sql`update pharmacy_products set section = case when id = ${shop.products[1]} then 'parapharmacie'
      else 'medicament' end where pharmacy_id = ${shop.id}`.execute(tx)
  })
  return shop
}

export async function giveToken({ as }: Pick<TestApp, 'as'>, simulator: EmecefSimulator, shop: Shop): Promise<void> {
  machines += 1
  const token = await simulator.token(
    { taxId, nim: `TS${String(machines).padStart(8, '0')}`, name: shop.id },
    new Date(Date.now() + 30 * 86_400_000),
  )
  await as(shop.titulaire.token).call(pharmacies.setFiscalToken, { body: { token } })
}

/** A queue of its own, as another process has one. Its clock is moved by the test. */
export function aFiscalQueue(
  { database, hints, clock }: Pick<TestApp, 'hints' | 'clock'> & { database: Database },
  simulator: Pick<EmecefSimulator, 'url'> | FiscalSimulators,
  onError: (error: unknown) => void = (error) => {
    throw error
  },
): FiscalQueue {
  return openFiscalQueue({
    database,
    hints,
    secrets: openSecrets([testKey]),
    simulators: 'url' in simulator ? { emcf: simulator.url } : simulator,
    now: () => clock.now,
    onError,
  })
}

/** The documents of a sale, as papers read them. */
export function documentsOf({ as }: Pick<TestApp, 'as'>, shop: Shop, saleId: string) {
  return as(shop.vendeur.token).call(fiscalDocuments.ofSale, { params: { id: saleId } })
}
