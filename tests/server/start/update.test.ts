import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TrialFindings } from '#shared/domain/trial/trial-words.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { sales } from '#shared/contract/sales.ts'
import { formerFolder, openTidying, readFormer, tidyFormer, trialPid } from '#server/start/former-version.ts'
import { install } from '#server/start/install.ts'
import { readInstallation, type ServiceControl } from '#server/start/installation.ts'
import { goBack, update, type UpdateOptions } from '#server/start/update.ts'
import { openServer } from '#tests/server/support/backed-shop.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { openShop, shopOf } from '#tests/server/support/shop.ts'
import { mountSmallDisk, onSmallDisk } from '#tests/server/support/small-disk.ts'
import { supervise, writeSettings } from '#tests/server/support/supervisor.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const project = join(import.meta.dirname, '../../..')
const root = newDataDirectory('update')
const data = join(root, 'data')
const next = join(root, 'next')
const shop = shopOf('updated')
const equal: TrialFindings = {
  recorded: 3,
  replayed: 3,
  different: 0,
  differences: [],
  ledgers: ['ventes'],
  ledgerDifferences: [],
}
let port: number
let service: Awaited<ReturnType<typeof supervise>> | undefined
const control: ServiceControl = {
  async stop() {
    await service?.stop()
    service = undefined
  },
  async start() {
    service ??= await supervise(root, { lasts: true })
  },
}
const settings = () => ({ PORT: String(port), DATA_DIRECTORY: data, BACKUP_DIRECTORY: join(root, 'medium') })
const said: string[] = []

/** A folder with this program under another version. */
async function aVersion(folder: string, version: string): Promise<void> {
  await mkdir(folder)
  await cp(join(project, 'src'), join(folder, 'src'), { recursive: true })
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  const described = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as object
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...described, version }))
}

beforeAll(async () => {
  await mkdir(data)
  await mkdir(join(root, 'medium'))
  const server = await openServer(data)
  await openShop(server.database, 'updated', { quantity: 1_000 })
  await server.as(shop.vendeur.token).call(sales.close, { body: aSale(shop) })
  await server.close()
  port = await freePort()
  await writeSettings(root, settings())
  await install({
    node: process.execPath,
    app: project,
    data,
    user: 'root',
    port: undefined,
    root,
    uid: 0,
    say: () => undefined,
  })
  await aVersion(next, '99.0.0')
  await control.start()
  await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 100_000, interval: 100 })
}, 300_000)
afterAll(async () => {
  await control.stop()
  removeDataDirectory(root)
})

let isTls = false
const status = () => (isTls ? statusByTls() : statusPlain())
const statusByTls = () =>
  new Promise<number>((done) => {
    request(`https://localhost:${port}/api/`, { rejectUnauthorized: false }, (reply) =>
      done(reply.resume().statusCode!),
    )
      .once('error', () => done(0))
      .end()
  })
const statusPlain = () =>
  fetch(`http://127.0.0.1:${port}/api/`).then(
    (reply) => reply.status,
    () => 0,
  )
const runs = async () => (await readInstallation(root)).app

function options(given: Partial<UpdateOptions> = {}): UpdateOptions {
  return {
    app: next,
    node: process.execPath,
    root,
    uid: 0,
    say: (sentence) => said.push(sentence),
    control,
    trial: () => Promise.resolve(equal),
    acceptsDifferences: false,
    ...given,
  }
}
const refusal = (given: Partial<UpdateOptions>) =>
  update(options(given)).then(
    () => 'updated',
    (error: Error) => error.message,
  )

/** Works on the data while the service is stopped. */
async function onData<T>(work: (server: Awaited<ReturnType<typeof openServer>>) => Promise<T>): Promise<T> {
  await control.stop()
  const server = await openServer(data)
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

test('without rights, an installation, another folder or room, and to an older version: one sentence each, and the shop runs', async () => {
  expect(await refusal({ root: '', uid: 1000 })).toContain('relancez-la avec « sudo »')
  expect(await refusal({ root: join(root, 'nothing') })).toContain('n’est pas installée')
  expect(await refusal({ app: project })).toContain('Ce dossier est celui qui tourne déjà')
  await aVersion(join(root, 'old'), '0.0.1')
  expect(await refusal({ app: join(root, 'old') })).toContain('est plus ancienne que celle qui tourne')
  await expect(goBack(options())).rejects.toThrow('Il n’y a pas de version d’avant')
  expect(await status()).toBe(200)
}, 120_000)

onSmallDisk('without room for the copies, nothing is begun', async () => {
  const other = newDataDirectory('update-small')
  const small = join(other, 'data')
  await mkdir(small)
  await mkdir(join(other, 'medium'))
  const unmount = mountSmallDisk(small, 32)
  try {
    await mkdir(join(small, 'postgresql'))
    await writeSettings(other, {
      PORT: String(await freePort()),
      DATA_DIRECTORY: small,
      BACKUP_DIRECTORY: join(other, 'medium'),
    })
    await install({
      node: process.execPath,
      app: project,
      data: small,
      user: 'root',
      port: undefined,
      root: other,
      uid: 0,
      say: () => undefined,
    })
    expect(await refusal({ root: other })).toMatch(/Il manque \d+ Mo sur le disque/)
    expect(await readdir(small)).toEqual(['postgresql'])
  } finally {
    unmount()
    removeDataDirectory(other)
  }
})

test('a version that answers otherwise is not taken, unless somebody accepts it', async () => {
  const difference = { at: '2026-11-29T10:14:00Z', method: 'POST', call: '/sales', path: 'total', before: 5, after: 6 }
  const trial = () => Promise.resolve({ ...equal, different: 1, differences: [difference] })
  expect(await refusal({ trial })).toContain('« --accept-differences »')
  expect(said).toContain('2026-11-29T10:14:00Z POST /sales : total était 5, devient 6')
  expect([await runs(), await status()]).toEqual([project, 200])
  expect(existsSync(join(data, 'beside'))).toBe(false)
}, 120_000)

test.for(['trial', 'copy', 'stop', 'switch', 'start'] as const)(
  'interrupted before « %s », the former version runs on',
  { timeout: 300_000 },
  async (step) => {
    const message = await refusal({
      onStep(at) {
        if (at === step) throw new Error('arrêtée')
      },
    })
    expect(message).toContain('arrêtée')
    await expect.poll(status, { timeout: 100_000 }).toBe(200)
    expect(await runs()).toBe(project)
    expect(await readFormer(data)).toBeNull()
  },
)

test(
  'a version that does not answer is taken back by itself, with the data of the switch',
  { timeout: 300_000 },
  async () => {
    const broken = join(root, 'broken')
    await aVersion(broken, '99.1.0')
    await writeFile(join(broken, 'src/server/main.ts'), 'setInterval(() => undefined, 1000)\n')
    expect(await refusal({ app: broken, healthMs: 5_000 })).toContain('ne répond pas')
    await expect.poll(status, { timeout: 100_000 }).toBe(200)
    expect(await runs()).toBe(project)
    // Nothing was written: the shop goes on as it was.
    await onData(async (server) => expect(await standing(server)).toMatchObject({ made: null, timeline: 1 }))
    await control.start()
    await expect.poll(status, { timeout: 100_000 }).toBe(200)
  },
)

/** What a restored copy has and a shop has not. */
async function standing({ database }: Awaited<ReturnType<typeof openServer>>) {
  const { rows } = await database.platform((tx) =>
    sql<{ made: Date | null; skipped: number; timeline: number; slots: number }>`
      select copy_made_at as made, copy_skipped as skipped,
        (select timeline_id from pg_control_checkpoint()) as timeline,
        (select count(*)::int from pg_replication_slots) as slots
      from pharmacies where id = ${shop.id}`.execute(tx),
  )
  return rows[0]!
}

test(
  'a version that opened the data and does not answer leaves a copy with another history, whose numbers jumped',
  { timeout: 300_000 },
  async () => {
    const broken = join(root, 'broken-late')
    await aVersion(broken, '99.2.0')
    await writeFile(
      join(broken, 'src/server/main.ts'),
      `import { openDatabase } from '#server/db/database.ts'
await openDatabase({ directory: ${JSON.stringify(join(data, 'postgresql'))} })
`,
    )
    expect(await refusal({ app: broken, healthMs: 30_000 })).toContain('ne répond pas')
    expect(said.join('\n')).toContain('« Sauvegarde », « Confirmer cette copie »')
    await expect.poll(status, { timeout: 100_000 }).toBe(200)
    expect([await runs(), existsSync(formerFolder(data))]).toEqual([project, false])
    await onData(async (server) => {
      const { made, skipped, timeline, slots } = await standing(server)
      expect([made, timeline, slots]).toEqual([expect.any(Date), 2, 0])
      expect(skipped).toBeGreaterThanOrEqual(100)
      await server.as(shop.titulaire.token).call(pharmacies.confirmCopy, {})
    })
    await control.start()
    await expect.poll(status, { timeout: 100_000 }).toBe(200)
  },
)

test(
  'the switch, then the way back after a sale: the former program has its data, as a copy whose numbers jumped',
  { timeout: 600_000 },
  async () => {
    await update(options())
    process.stdout.write(`${said.slice(-3).join('\n')}\n`)
    expect([await runs(), await status()]).toEqual([next, 200])
    expect(await readFormer(data)).toMatchObject({ app: project })
    const sold = aSale(shop)
    await onData((server) => server.as(shop.vendeur.token).call(sales.close, { body: sold }))
    // The way back asks by https.
    isTls = true
    await writeSettings(root, { ...settings(), TLS_NAMES: 'localhost', PUBLIC_ORIGIN: `https://localhost:${port}` })
    await control.start()
    await expect.poll(status, { timeout: 100_000 }).toBe(200)

    await goBack(options())
    process.stdout.write(`${said.slice(-3).join('\n')}\n`)
    expect([await runs(), await status()]).toEqual([project, 200])
    expect(existsSync(formerFolder(data))).toBe(false)
    expect((await readdir(join(data, 'postgresql'))).filter((name) => name.startsWith('data-after'))).not.toEqual([])
    await onData(async (server) => {
      const { made, skipped, timeline, slots } = await standing(server)
      expect([made, timeline, slots]).toEqual([expect.any(Date), 3, 0])
      expect(skipped).toBeGreaterThanOrEqual(100)
      const { database } = server
      const ids = await database.platform((tx) => tx.selectFrom('sales').select('id').execute())
      expect(ids).toHaveLength(1)
      expect(ids[0]!.id).not.toBe(sold.id)
    })
  },
)

test('the kept data go after seven days, and those that a way back left', { timeout: 60_000 }, async () => {
  const folder = join(root, 'kept')
  await mkdir(formerFolder(folder), { recursive: true })
  const left = join(folder, 'postgresql', 'data-after-update-2')
  await mkdir(left, { recursive: true })
  await utimes(left, new Date('2026-11-01T10:00:00Z'), new Date('2026-11-01T10:00:00Z'))
  const at = '2026-11-01T10:00:00.000Z'
  await writeFile(
    join(formerFolder(folder), 'version.json'),
    JSON.stringify({ at, version: '1', app: '/a', node: '/n' }),
  )
  await tidyFormer(folder, new Date('2026-11-08T09:00:00Z'))
  expect([(await readFormer(folder)) !== null, existsSync(left)]).toEqual([true, true])
  await tidyFormer(folder, new Date('2026-11-08T11:00:00Z'))
  expect([existsSync(formerFolder(folder)), existsSync(left)]).toEqual([false, false])
})

test('the copies of a trial go at the next start, unless its process runs', { timeout: 60_000 }, async () => {
  const own = join(root, 'tried')
  const trial = join(own, 'beside', 'trial')
  const tidied = async (pid: number): Promise<boolean> => {
    await mkdir(join(trial, 'end'), { recursive: true })
    await writeFile(join(trial, trialPid), String(pid))
    const tidying = openTidying(own, (error) => expect.unreachable(String(error)))
    tidying.start()
    await pause(50)
    await tidying.stop()
    return !existsSync(trial)
  }
  expect(await tidied(process.pid)).toBe(false)
  const dead = spawnSync('true').pid
  expect(await tidied(dead)).toBe(true)
})
