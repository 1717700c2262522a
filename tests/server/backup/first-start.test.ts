import { createHash } from 'node:crypto'
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pharmacies } from '#shared/contract/users.ts'
import { openFirstStart, type FirstStart } from '#server/first-start/first-start.ts'
import { hasNoDatabase } from '#server/first-start/restore-here.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { backedShop, ledgersOf, openServer } from '#tests/server/support/backed-shop.ts'
import { spawnProgram } from '#tests/server/support/server-process.ts'

let backed: Awaited<ReturnType<typeof backedShop>>
const seen = { before: {} as Record<string, string>, at: new Date(), after: {} as Record<string, string> }
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

beforeAll(async () => {
  backed = await backedShop('first-start')
  await backed.isStored()
  await backed.sell(5)
  seen.before = await ledgersOf(backed.database)
  await pause(50)
  seen.at = new Date()
  await pause(50)
  await backed.sell(3)
  seen.after = await ledgersOf(backed.database)
  await backed.isStored()
}, 300_000)
afterAll(() => backed.end())

let count = 0
const bare = {
  backupDirectory: undefined,
  backupRemote: undefined,
  port: 0,
  shopTls: undefined,
  publicOrigin: undefined,
}
/** The page of a computer that has an empty data directory, as its service does. */
async function aBareComputer() {
  const dataDirectory = join(backed.room, `bare-${count++}`)
  mkdirSync(dataDirectory, { mode: 0o711 })
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }))
  const page = await openFirstStart({ ...bare, dataDirectory })
  onTestFinished(() => page.close())
  return { dataDirectory, page, ...asking(page) }
}

function asking({ url }: Pick<FirstStart, 'url'>) {
  const ask = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/first-start/${path}`, {
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: answer.status, content: (await answer.json()) as Record<string, unknown> & { sentence?: string } }
  }
  const restore = (order: { folder?: string; at?: string | null; key?: string } = {}) =>
    ask('restore', { folder: backed.medium, at: null, key: backed.key.identity, ...order })
  const ended = async (within = 240_000) => {
    for (const until = Date.now() + within; Date.now() < until; await pause(100)) {
      const { content } = await ask('state')
      if (content['kind'] !== 'running') return content
    }
    throw new Error('it runs still')
  }
  return { ask, restore, ended }
}

/** A copy of the medium that a test may damage. */
async function aMedium(damage: (files: string[]) => Promise<void>): Promise<string> {
  const folder = join(backed.room, `medium-${count++}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(backed.medium, folder, { recursive: true })
  await damage((await readdir(folder, { recursive: true })).map((name) => join(folder, name)).toSorted())
  return folder
}

test('a bare computer shows the backups of a folder, restores one with the typed key, and the server goes on', async () => {
  const { dataDirectory, page, ask, restore, ended } = await aBareComputer()
  const { content } = await ask(`backups?folder=${encodeURIComponent(backed.medium)}`)
  expect(content).toEqual([
    expect.objectContaining({
      medium: backed.medium,
      recipient: backed.key.recipient,
      name: expect.stringMatching(/^officine-\d+$/) as string,
    }),
  ])
  const typed = ` ${backed.key.identity.toLowerCase().replaceAll(/(.{9})/g, '$1 ')} `
  expect(await restore({ folder: (content as unknown as { folder: string }[])[0]!.folder, key: typed })).toMatchObject({
    status: 202,
  })
  expect(await restore()).toMatchObject({ status: 409 })
  expect(await ask('new', {})).toMatchObject({ status: 409 })
  expect(await ended()).toMatchObject({ kind: 'restored', skipped: 100 })
  await page.chosen
  expect(await hasNoDatabase(dataDirectory)).toBe(false)
  expect((await readdir(dataDirectory)).filter((name) => name.includes('restore'))).toEqual([])
  expect((await readFile(join(dataDirectory, 'backup-identity'), 'utf8')).trim()).toBe(backed.key.identity)
  const server = await openServer(dataDirectory)
  onTestFinished(() => server.close())
  expect(await ledgersOf(server.database)).toEqual(seen.after)
  expect((await server.as(backed.shop.titulaire.token).call(pharmacies.engine, {})).copy).toMatchObject({
    kind: 'copy',
  })
}, 300_000)

test('a moment restores what was there then', async () => {
  const { dataDirectory, restore, ended } = await aBareComputer()
  await restore({ at: seen.at.toISOString() })
  expect(await ended()).toMatchObject({ kind: 'restored', until: seen.at.toISOString() })
  const server = await openServer(dataDirectory)
  onTestFinished(() => server.close())
  expect(await ledgersOf(server.database)).toEqual(seen.before)
}, 300_000)

test('a refusal is a sentence, nothing is left, and another try may follow', async () => {
  const { dataDirectory, restore, ended } = await aBareComputer()
  const said = async (order: Parameters<typeof restore>[0]) => {
    const { content } = await restore(order)
    return content.sentence ?? (await ended())['sentence']
  }
  expect(await said({ key: 'AGE-SECRET-KEY-1 oops' })).toContain('Ce n’est pas une clé de secours')
  const other = await recoveryKeyOf(join(backed.room, `key-${count++}`))
  expect(await said({ key: other.identity })).toContain('Cette clé n’ouvre pas cette sauvegarde')
  expect(await said({ folder: ' ' })).toContain('Choisissez une sauvegarde')
  expect(await said({ at: 'yesterday' })).toContain('Indiquez le jour et l’heure')
  expect(await said({ at: '2020-01-01T00:00:00Z' })).toMatch(/choisissez un moment après elle\.$/)
  const cut = await aMedium((files) =>
    appendFile(
      files.find((name) => name.endsWith('0001.part'))!,
      'x',
    ),
  )
  expect(await said({ folder: cut })).toContain('un morceau abîmé (0001.part)')
  const newer = await aMedium(async (files) => {
    const file = files.find((name) => name.endsWith('manifest.json'))!
    const { content } = JSON.parse(await readFile(file, 'utf8')) as { content: string }
    const changed = JSON.stringify({ ...(JSON.parse(content) as object), migration: '9999-later.sql' })
    await writeFile(
      file,
      JSON.stringify({ sha256: createHash('sha256').update(changed).digest('hex'), content: changed }),
    )
  })
  expect(await said({ folder: newer })).toContain('une version plus récente d’Officine')
  expect(await readdir(dataDirectory)).toEqual([])
}, 300_000)

test('nobody but a browser of this computer is answered', async () => {
  const { page, ask } = await aBareComputer()
  const elsewhere = page.url.replace('127.0.0.1', '127.0.0.2')
  await expect(fetch(`${elsewhere}/`)).rejects.toThrow()
  const others: Record<string, string>[] = [
    { 'x-forwarded-for': '192.168.1.20' },
    { forwarded: 'for=192.168.1.20' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of others) expect([headers, (await ask('new', {}, headers)).status]).toEqual([headers, 403])
  const answer = await fetch(`${page.url}/`)
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await answer.text()).not.toMatch(/<script(?![^>]* src=)|style=/)
})

test('the page is told the address of a server that will answer by https alone', async () => {
  const dataDirectory = join(backed.room, `https-${count++}`)
  const shopTls = { names: ['192.168.1.10'], helpPort: 4802 }
  const page = await openFirstStart({ ...bare, dataDirectory, shopTls, publicOrigin: 'https://192.168.1.10:4800' })
  onTestFinished(() => page.close())
  const { ask } = asking(page)
  await ask('new', {})
  expect(await ask('state')).toMatchObject({ content: { kind: 'new', origin: 'https://192.168.1.10:4800' } })
  const other = await aBareComputer()
  expect(await other.ask('state')).toMatchObject({ content: { kind: 'asking', origin: null } })
})

test('the server of the service asks first, begins a new platform when told, and never asks again', async () => {
  const dataDirectory = join(backed.room, `served-${count++}`)
  mkdirSync(dataDirectory, { mode: 0o711 })
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }))
  const environment = { DATA_DIRECTORY: dataDirectory, PORT: '0', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' }
  const server = spawnProgram('src/server/main.ts', environment)
  const first = /Première installation : ouvrez (\S+) /
  await expect.poll(server.output, { timeout: 120_000 }).toMatch(first)
  expect(existsSync(join(dataDirectory, 'postgresql'))).toBe(false)
  const { ask } = asking({ url: first.exec(server.output())![1]! })
  expect(await ask('new', {})).toMatchObject({ content: { kind: 'new' } })
  await ask('state')
  await expect.poll(server.output, { timeout: 180_000 }).toMatch(/listening at/)
  expect(await server.end('SIGTERM')).toBe(0)
  const again = spawnProgram('src/server/main.ts', environment)
  await expect.poll(again.output, { timeout: 180_000 }).toMatch(/listening at/)
  expect(again.output()).not.toContain('Première installation')
  expect(await again.end('SIGTERM')).toBe(0)
}, 400_000)
