import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Engine } from '#shared/contract/engine.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { apartFolder } from '#server/backup/apart.ts'
import { openBeside } from '#server/backup/beside.ts'
import { openDrills } from '#server/backup/drill-loop.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { backedShop } from '#tests/server/support/backed-shop.ts'
import { spawnProgram } from '#tests/server/support/server-process.ts'
import { shopOf, testProject } from '#tests/server/support/shop.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 })

let backed: Awaited<ReturnType<typeof backedShop>>
const seen = { at: new Date() }
beforeAll(async () => {
  backed = await backedShop('beside')
  await backed.isStored()
  await backed.sell(3)
  await new Promise((done) => setTimeout(done, 50))
  seen.at = new Date()
  await new Promise((done) => setTimeout(done, 50))
  await backed.sell(4)
  await backed.isStored()
  writeFileSync(join(backed.dataDirectory, 'shop-authority.pem'), 'the authority of today')
})
afterEach(() => backed.beside.end())
afterAll(() => backed.end())

type State = NonNullable<NonNullable<Engine['beside']>['open']>
const owner = () => backed.as(backed.shop.titulaire.token)
const state = async () => (await owner().call(pharmacies.engine, {})).beside!.open
async function opened(): Promise<State> {
  await expect.poll(state, { timeout: 300_000, interval: 100 }).not.toMatchObject({ phase: 'restoring' })
  return (await state())!
}
/** A call to the shop beside. */
async function ask<T>({ port }: State, path: string, body?: object): Promise<T> {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: body ? 'PATCH' : 'GET',
    headers: { authorization: `Bearer ${backed.shop.titulaire.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await reply.json()) as T
}
const salesIn = async (shop: State) => (await ask<{ total: number }>(shop, '/sales?size=1')).total
/** What runs in the folder of a shop beside: our program and its PostgreSQL. */
async function processes(folder: string): Promise<number[]> {
  const on = async (path: string) => (await processesOn(path).catch(() => [])) ?? []
  return [...(await on(folder)), ...(await on(join(folder, 'data', 'postgresql', 'data')))]
}

test('an exercise opens beside the shop: what is changed in it changes nothing in the shop; ended, nothing of it stays', async () => {
  expect(await owner().call(pharmacies.openBeside, { body: { kind: 'exercise' } })).toEqual({ began: true })
  expect(await owner().call(pharmacies.openBeside, { body: { kind: 'exercise' } })).toEqual({ began: false })
  const startedAt = Date.now()
  const shop = await opened()
  // The base is older than the authority of the shop.
  const authority = join(apartFolder(backed.dataDirectory, 'exercise'), 'data', 'shop-authority.pem')
  expect(readFileSync(authority, 'utf8')).toBe('the authority of today')
  process.stdout.write(`an exercise is open after ${Date.now() - startedAt} ms\n`)
  expect(shop).toMatchObject({ kind: 'exercise', phase: 'open', fault: null })
  expect(await salesIn(shop)).toBe(7)
  const inside = await ask<Engine>(shop, '/pharmacies/engine')
  expect(inside).toMatchObject({ backup: null, drill: null, beside: null, copy: { skipped: 0 } })
  expect(await ask(shop, '/pharmacies/settings', { openingHours: 'Jour et nuit' })).toMatchObject({
    settings: { openingHours: 'Jour et nuit' },
  })
  const { settings } = await owner().call(pharmacies.read, { params: { id: backed.shop.id } })
  expect(settings.openingHours).not.toBe('Jour et nuit')
  const folder = apartFolder(backed.dataDirectory, 'exercise')
  expect((await processes(folder)).length).toBeGreaterThan(1)
  expect(await owner().call(pharmacies.closeBeside, {})).toEqual({})
  expect(await state()).toBeNull()
  expect(await processes(folder)).toEqual([])
  expect(existsSync(folder)).toBe(false)
  await expect(salesIn(shop)).rejects.toThrow()
})

test('the shop as it was at a moment has what was sold before it; a day that is not kept names its neighbours', async () => {
  const { days } = await owner().call(pharmacies.keptDays, {})
  expect(days.length).toBeGreaterThanOrEqual(1)
  const refused = owner().call(pharmacies.openBeside, { body: { kind: 'past', day: '2020-03-03' } })
  await expect(refused).rejects.toMatchObject({
    message: 'requests:invalid',
    details: {
      issues: [
        {
          path: 'body.day',
          message: `ce jour n’est pas gardé ; gardés : ${days[0]!.day.split('-').toReversed().join('/')}`,
        },
      ],
    },
  })
  expect(await state()).toBeNull()
  expect(backed.beside.begin({ kind: 'past', day: days[0]!.day, at: seen.at })).toBe(true)
  const shop = await opened()
  expect(shop).toMatchObject({ kind: 'past', phase: 'open', day: days[0]!.day, holdsUntil: seen.at.toISOString() })
  expect(await salesIn(shop)).toBe(3)
  // Its process dies: nothing of it runs on, and another one can be opened.
  const folder = apartFolder(backed.dataDirectory, 'past')
  const [child] = (await processesOn(folder))!
  process.kill(child!, 'SIGKILL')
  await expect.poll(state, { timeout: 60_000 }).toMatchObject({ phase: 'failed' })
  expect(await processes(folder)).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

test('a shop that nobody uses ends by itself; what cannot be restored says why', async () => {
  const idle = openBeside({ ...backed.besideOptions, idleMs: 1_000 })
  onTestFinished(() => idle.stop())
  expect(idle.begin({ kind: 'exercise', day: null, at: null })).toBe(true)
  await expect.poll(() => idle.state()?.phase, { timeout: 300_000, interval: 50 }).toBe('open')
  await expect.poll(() => idle.state(), { timeout: 60_000 }).toBeNull()
  await expect.poll(() => existsSync(apartFolder(backed.dataDirectory, 'exercise')), { timeout: 60_000 }).toBe(false)
  expect(idle.begin({ kind: 'past', day: '2020-03-03', at: new Date('2020-03-03T23:59:59Z') })).toBe(true)
  await expect.poll(() => idle.state()?.phase, { timeout: 300_000 }).toBe('failed')
  expect(idle.state()!.fault).toContain('La plus ancienne sauvegarde')
})

test('a disk that fills ends it; a drill and a restore beside never run at once', async () => {
  let asked = 0
  const freeBytes = () => Promise.resolve(asked++ === 0 ? 1e12 : 1e8)
  const full = openBeside({ ...backed.besideOptions, database: { ...backed.database, freeBytes }, idleMs: 100 })
  onTestFinished(() => full.stop())
  expect(full.begin({ kind: 'exercise', day: null, at: null })).toBe(true)
  await expect.poll(() => full.state()?.phase, { timeout: 300_000, interval: 50 }).toBe('failed')
  expect(full.state()!.fault).toBe('la place manquait sur le disque')
  expect(existsSync(apartFolder(backed.dataDirectory, 'exercise'))).toBe(false)
  const beside = openBeside({ ...backed.besideOptions, isTrying: () => true })
  onTestFinished(() => beside.stop())
  beside.begin({ kind: 'exercise', day: null, at: null })
  await expect.poll(() => beside.state()?.fault, { timeout: 60_000 }).toContain('la sauvegarde est essayée')
  const drills = openDrills({ ...backed.besideOptions, backup: backed.backup, isBusy: () => true })
  expect(drills.tryNow()).toBe(false)
})

test.skipIf(process.platform !== 'linux')('a shop beside never outlives the server that is killed', async () => {
  const root = newDataDirectory('beside-kills')
  onTestFinished(() => removeDataDirectory(root))
  const [dataDirectory, medium] = [join(root, 'data'), join(root, 'medium')]
  mkdirSync(medium)
  const shop = shopOf('killed beside')
  const [port, trainingPort] = [await freePort(), await freePort()]
  const server = spawnProgram(
    'tests/server/support/shop-process.ts',
    {
      DATA_DIRECTORY: dataDirectory,
      BACKUP_DIRECTORY: medium,
      PORT: String(port),
      TRAINING_PORT: String(trainingPort),
      NODE_ENV: 'test',
      FIREBASE_PROJECT_ID: testProject,
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
      LOG_LEVEL: 'error',
    },
    ['killed beside'],
  )
  const killPostgres = async () => {
    for (const pid of (await processesOn(join(dataDirectory, 'postgresql', 'data')).catch(() => [])) ?? [])
      process.kill(pid, 'SIGKILL')
  }
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await killPostgres()
  })
  await expect.poll(server.output, { timeout: 200_000 }).toContain('open\n')
  const headers = { authorization: `Bearer ${shop.titulaire.token}`, 'content-type': 'application/json' }
  const engine = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/api/pharmacies/engine`, { headers })).json()) as Engine
  await expect
    .poll(engine, { timeout: 200_000 })
    .toMatchObject({ backup: { newestBaseAt: expect.any(String) as string } })
  const asked = await fetch(`http://127.0.0.1:${port}/api/pharmacies/beside`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ kind: 'exercise' }),
  })
  expect(await asked.json()).toEqual({ began: true })
  await expect
    .poll(async () => (await engine()).beside?.open, { timeout: 300_000, interval: 200 })
    .toMatchObject({ phase: 'open', port: trainingPort })
  const folder = apartFolder(dataDirectory, 'exercise')
  expect((await processes(folder)).length).toBeGreaterThan(1)
  await server.end('SIGKILL')
  await expect.poll(() => processes(folder), { timeout: 60_000 }).toEqual([])
  await expect.poll(() => existsSync(folder), { timeout: 60_000 }).toBe(false)
})
