import { existsSync, statSync } from 'node:fs'
import { appendFile, chown, cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { readRecoveryKey, recoveryKeyOf, recoverySheet } from '#server/backup/recovery-key.ts'
import { createSealed } from '#server/backup/sealed-file.ts'
import { restore, type RestoreOrder } from '#server/backup/restore.ts'
import { backedShop, ledgersOf, openServer, type Server } from '#tests/server/support/backed-shop.ts'
import { spawnProgram } from '#tests/server/support/server-process.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale } from '#tests/server/support/selling.ts'

let backed: Awaited<ReturnType<typeof backedShop>>
/** The ledgers before and after the last sales, and the moment between; a thousand rows were deleted after it. */
const seen = { before: {} as Record<string, string>, at: new Date(), after: {} as Record<string, string> }

beforeAll(async () => {
  backed = await backedShop('restored')
  await backed.isStored()
  await backed.sell(30)
  await backed.database.platform((tx) => sql`create table witness as select generate_series(1, 1000) as n`.execute(tx))
  seen.before = await ledgersOf(backed.database)
  await new Promise((done) => setTimeout(done, 50))
  seen.at = new Date()
  await new Promise((done) => setTimeout(done, 50))
  await backed.sell(5)
  await backed.database.platform((tx) => sql`delete from witness`.execute(tx))
  seen.after = await ledgersOf(backed.database)
  await backed.isStored()
}, 120_000)
afterAll(() => backed.end())

let count = 0
const target = () => join(backed.room, `restored-${count++}`)

async function restored(order: Partial<RestoreOrder> = {}) {
  const to = target()
  onTestFinished(() => rm(to, { recursive: true, force: true }))
  const report = await restore({ from: backed.medium, to, key: backed.key, ...order })
  const server = await openServer(to)
  onTestFinished(() => server.close())
  return { to, report, server }
}

/** A copy of the medium that a test may damage; answers the paths below it. */
async function damaged(damage: (folder: string, files: string[]) => Promise<void>): Promise<string> {
  const folder = join(backed.room, `medium-${count++}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(backed.medium, folder, { recursive: true })
  await damage(folder, (await readdir(folder, { recursive: true })).map((name) => join(folder, name)).toSorted())
  return folder
}

const refusal = (order: Partial<RestoreOrder>) => {
  const to = target()
  return restore({ from: backed.medium, to, key: backed.key, ...order }).then(
    () => 'restored',
    async (error: Error) => {
      if (order.to === undefined) expect(existsSync(to)).toBe(false)
      expect((await readdir(backed.room)).filter((name) => name.includes('.restore-'))).toEqual([])
      return error.message
    },
  )
}

/** The laws of the ledgers, without the numbers that jumped. */
const brokenIn = async ({ database }: Server) =>
  (await brokenLedgers(database, backed.shop.id)).filter((what) => !/^(the counters? |numbers have gaps)/.test(what))

test('a restored pharmacy has every row of its ledgers and the secrets beside them; the tills wait until a person confirms it, and no number of the lost time is given again', async () => {
  const { server, report, to } = await restored()
  expect(await ledgersOf(server.database)).toEqual(seen.after)
  expect(report.loggedUntil.getTime()).toBeGreaterThan(seen.at.getTime())
  expect(await readFile(join(to, 'pin-secret'), 'utf8')).toBe(
    await readFile(join(backed.dataDirectory, 'pin-secret'), 'utf8'),
  )
  const { shop } = backed
  const sell = () => server.as(shop.vendeur.token).call(sales.close, { body: aSale(shop) })
  await expect(sell()).rejects.toMatchObject({ message: 'server:copy', status: 503 })
  const owner = server.as(shop.titulaire.token)
  expect((await owner.call(pharmacies.engine, {})).copy).toMatchObject({
    holdsUntil: report.loggedUntil.toISOString(),
    skipped: 100,
  })
  await expect(server.as(shop.vendeur.token).call(pharmacies.confirmCopy, {})).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
  await owner.call(pharmacies.confirmCopy, {})
  expect((await owner.call(pharmacies.engine, {})).copy).toBeNull()
  expect((await sell()).number).toBe(35 + 100 + 1)
  expect(await brokenIn(server)).toEqual([])
})

const witnesses = async ({ database }: Server) =>
  (await database.platform((tx) => sql<{ n: number }>`select count(*)::int as n from witness`.execute(tx))).rows[0]!.n

test('restored to a moment, what was deleted after it is there, what was sold after it is not', async () => {
  const { server, report } = await restored({ at: seen.at })
  expect(await witnesses(server)).toBe(1000)
  expect(await ledgersOf(server.database)).toEqual(seen.before)
  expect(report.lastCommitAt!.getTime()).toBeLessThanOrEqual(seen.at.getTime())
})

test('what cannot be restored is one sentence, and nothing is touched', async () => {
  const other = await recoveryKeyOf(await aFolder())
  expect(await refusal({ key: other })).toContain('Cette clé n’ouvre pas cette sauvegarde')
  const full = await aFolder()
  await writeFile(join(full, 'letter.txt'), 'mine')
  expect(await refusal({ to: full })).toContain('n’est pas vide')
  expect(await readdir(full)).toEqual(['letter.txt'])
  const photos = await aFolder()
  await writeFile(join(photos, 'IMG_0001.jpg'), 'a photo')
  expect(await refusal({ from: photos })).toContain('ne contient pas de sauvegarde')
  expect(await refusal({ from: await aFolder() })).toContain('est vide')
  expect(await refusal({ from: join(photos, 'missing') })).toContain('ne peut pas être lu')
  expect(await refusal({ at: new Date('2020-01-01T00:00:00Z') })).toContain('La plus ancienne sauvegarde')
})

test.skipIf(process.getuid?.() !== 0)(
  'root restores for the account that has the folder, and what a killed restore left goes',
  async () => {
    const to = target()
    await mkdir(to)
    await chown(to, 65_534, 65_534)
    const left = join(backed.room, `.${basename(to)}.restore-99999999`)
    await mkdir(join(left, 'postgresql'), { recursive: true })
    onTestFinished(() => rm(to, { recursive: true, force: true }))
    await restore({ from: backed.medium, to, key: backed.key })
    expect(existsSync(left)).toBe(false)
    for (const name of ['', 'pin-secret', 'backup-identity', 'postgresql', join('postgresql', 'data', 'PG_VERSION')])
      expect([name, statSync(join(to, name)).uid]).toEqual([name, 65_534])
    for (const name of ['pin-secret', 'backup-identity', join('postgresql', 'password')])
      expect([name, statSync(join(to, name)).mode & 0o077]).toEqual([name, 0])
  },
)

test('a part that is missing or changed is named', async () => {
  const gone = await damaged((_, files) => rm(files.find((name) => name.endsWith('0001.part'))!))
  expect(await refusal({ from: gone })).toContain('un morceau manquant (0001.part)')
  const changed = await damaged((_, files) =>
    appendFile(
      files.find((name) => name.endsWith('keys.part'))!,
      'x',
    ),
  )
  expect(await refusal({ from: changed })).toContain('un morceau abîmé (keys.part)')
  const withoutManifest = await damaged((_, files) => rm(files.find((name) => name.endsWith('manifest.json'))!))
  expect(await refusal({ from: withoutManifest })).toContain('ne contient pas de sauvegarde complète')
})

test('a log that is missing is named; a last record that was cut is no fault', async () => {
  const logsOf = (files: string[]) => files.filter((name) => name.endsWith('.log'))
  const none = await damaged(async (_, files) => {
    for (const name of logsOf(files)) await rm(name)
  })
  expect(await refusal({ from: none })).toContain('Il manque un morceau du journal')
  const cut = await damaged(async (_, files) => {
    const last = logsOf(files).at(-1)!
    await truncate(last, (await readFile(last)).length - 5)
  })
  const { server } = await restored({ from: cut })
  expect(await brokenIn(server)).toEqual([])
})

test('where a part of the log is missing, what precedes it can be restored, and the sentence says until when', async () => {
  const gap = await damaged(async (_, files) => {
    const logs = files.filter((name) => name.endsWith('.log'))
    const last = logs.at(-1)!
    // as if the next file had been copied without the one between
    const [, timeline, start] = /([\dA-F]{8})-([\dA-F]{16})\.log$/.exec(last)!
    const later = (BigInt(`0x${start}`) + 64n * 1024n * 1024n).toString(16).toUpperCase().padStart(16, '0')
    const writer = await createSealed(join(last, '..', `${timeline}-${later}.log`), backed.key.recipient)
    const record = Buffer.alloc(18)
    record.writeBigUInt64BE(BigInt(`0x${later}`))
    Buffer.from([3, 0]).copy(record, 16)
    await writer.append(record)
    await writer.end()
  })
  const said = await refusal({ from: gap })
  const [, at] = /« --at (\S+) »/.exec(said) ?? []
  expect(said).toContain('Il manque un morceau du journal')
  const { server } = await restored({ from: gap, at: new Date(at!) })
  expect(await ledgersOf(server.database)).toEqual(seen.after)
})

test('a backup of a newer program and a key that opens none of two pharmacies are refused', async () => {
  const newer = await damaged(async (_, files) => {
    const path = files.find((name) => name.endsWith('manifest.json'))!
    const { createHash } = await import('node:crypto')
    const { content } = JSON.parse(await readFile(path, 'utf8')) as { content: string }
    const later = content.replace(/"migration":"[^"]+"/, '"migration":"9999-later.sql"')
    await writeFile(path, JSON.stringify({ sha256: createHash('sha256').update(later).digest('hex'), content: later }))
  })
  expect(await refusal({ from: newer })).toContain('une version plus récente d’Officine')
  const two = await damaged(async (folder) => {
    const [mine] = await readdir(folder)
    await cp(join(folder, mine!), join(folder, 'officine-1'), { recursive: true })
  })
  expect(await refusal({ from: two, key: await recoveryKeyOf(await aFolder()) })).toContain('plusieurs pharmacies')
})

test('the sheet for the safe is read back as it was typed', async () => {
  const sheet = recoverySheet(backed.key, new Date('2026-11-29T00:00:00Z'))
  expect(await readRecoveryKey(sheet)).toEqual(backed.key)
  await expect(readRecoveryKey('my password')).rejects.toThrow('Ce n’est pas une clé de secours')
})

test('both commands: the printed sheet restores, and what is wrong is one sentence', async () => {
  const key = spawnProgram('src/server/start/backup-key.ts', { DATA_DIRECTORY: backed.dataDirectory })
  expect(await key.ended).toBe(0)
  const sheet = join(await aFolder(), 'sheet.txt')
  await writeFile(sheet, key.output())
  const to = target()
  onTestFinished(() => rm(to, { recursive: true, force: true }))
  const command = (...rest: string[]) =>
    spawnProgram('src/server/start/backup-restore.ts', {}, ['--from', backed.medium, '--to', to, ...rest])
  const wrong = command('--key', sheet, '--at', 'yesterday')
  expect(await wrong.ended).toBe(1)
  expect(wrong.output()).toContain('--at yesterday n’est pas un moment')
  // nothing was committed after that moment: it is the end of the log
  const done = command('--key', sheet, '--at', new Date(Date.now() + 600_000).toISOString())
  expect(await done.ended).toBe(0)
  expect(done.output()).toContain(`Restauré dans ${to}`)
  expect(done.output()).toContain('Les numéros des papiers sautent de 100.')
  expect(existsSync(join(to, 'postgresql', 'data', 'PG_VERSION'))).toBe(true)
})

async function aFolder(): Promise<string> {
  const folder = join(backed.room, `folder-${count++}`)
  await mkdir(folder)
  return folder
}
