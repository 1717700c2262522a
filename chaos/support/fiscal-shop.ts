import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openSecrets } from '#server/base/secrets.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { fiscalTokenPlace } from '#server/pharmacies/fiscal-token.service.ts'
import { writeFiscalToken } from '#server/pharmacies/pharmacy.repo.ts'
import { openEmecefSimulator, type EmecefSimulator } from '#simulators/emecef.ts'
import { openFneSimulator, type FneSimulator } from '#simulators/fne.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { startCluster } from '#tests/support/cluster.ts'

export type FiscalPlatformOfChaos = 'e-mecef' | 'fne'
export type FiscalShop = {
  shop: Shop
  database: Database
  simulator: { platform: 'e-mecef'; of: EmecefSimulator } | { platform: 'fne'; of: FneSimulator }
  /** The addresses of the servers that run. */
  urls(): string[]
  /** Kills a server with SIGKILL and starts another one in its place. */
  killServer(which: number): Promise<void>
  close(): Promise<void>
}

const key = '0123456789abcdef'.repeat(4)
const taxId = '3201900000017'
const nim = 'TS01000001'

/** A pharmacy of a country with a platform, its simulator, and servers of its own processes over one PostgreSQL. */
export async function openFiscalShop(
  platform: FiscalPlatformOfChaos,
  { servers = 2, durable = false } = {},
): Promise<FiscalShop> {
  const cluster = await startCluster({ durable })
  const database = await openDatabase({ url: cluster.url })
  const shop = await openShop(database, `fiscal ${platform}`, { quantity: 1_000_000 })
  const expiresAt = new Date(Date.now() + 86_400_000)
  const simulator =
    platform === 'e-mecef'
      ? ({ platform, of: await openEmecefSimulator() } as const)
      : ({ platform, of: await openFneSimulator({ stickers: 1_000_000 }) } as const)
  const token =
    simulator.platform === 'e-mecef'
      ? await simulator.of.token({ taxId, nim, name: 'Chaos' }, expiresAt)
      : simulator.of.key
  await database.platform(async (tx) => {
    await sql`update countries set fiscal_platform = ${platform}, sections = ${JSON.stringify([
      { code: 'medicament', label: 'Médicament', vatGroup: 'A', coefficient: 1320 },
      { code: 'parapharmacie', label: 'Parapharmacie', vatGroup: 'B', coefficient: 1500 },
    ])}::jsonb where code = 'BJ'`.execute(tx)
    await sql`update pharmacy_products set section = case when id = ${shop.products[1]} then 'parapharmacie'
      else 'medicament' end where pharmacy_id = ${shop.id}`.execute(tx)
    await sql`update pharmacies set tax_id = ${taxId}, settings = settings || ${JSON.stringify({
      fiscalAccount: { establishment: 'Pharmacie', pointOfSale: 'Caisse 1', email: 'comptoir@officine.example' },
    })}::jsonb where id = ${shop.id}`.execute(tx)
    await writeFiscalToken(
      tx,
      shop.id,
      {
        sealed: openSecrets([key]).seal(token, fiscalTokenPlace(shop.id)),
        owner: platform === 'e-mecef' ? { taxId, nim, expiresAt: expiresAt.toISOString() } : null,
      },
      new Date(),
    )
  })

  const start = async (): Promise<{ child: ChildProcess; url: string }> => {
    const child = fork(fileURLToPath(new URL('fiscal-server.ts', import.meta.url)), [
      JSON.stringify({
        url: cluster.url,
        key,
        simulators: { [platform === 'e-mecef' ? 'emcf' : 'sign']: simulator.of.url },
      }),
    ])
    const url = await new Promise<string>((done, failed) => {
      child.once('message', (said) => done(said as string))
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    })
    return { child, url }
  }
  const running = await Promise.all(Array.from({ length: servers }, start))
  const killed = async ({ child }: { child: ChildProcess }): Promise<void> => {
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }

  return {
    shop,
    database,
    simulator,
    urls: () => running.map(({ url }) => url),
    async killServer(which) {
      await killed(running[which]!)
      running[which] = await start()
    },
    async close() {
      await Promise.all(running.map(killed))
      await simulator.of.close()
      await database.close()
      await cluster.stop()
    },
  }
}
