import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, rename, rm, truncate, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pharmacies } from '#shared/contract/users.ts'
import { openAlarms } from '#server/alarms/alarm-loop.ts'
import { apartFolder } from '#server/backup/apart.ts'
import { openFailures } from '#server/http/failures.ts'
import { openMailer } from '#server/base/mailer.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { backedShop } from '#tests/server/support/backed-shop.ts'
import { mountSmallDisk, onSmallDisk } from '#tests/server/support/small-disk.ts'

let backed: Awaited<ReturnType<typeof backedShop>>
beforeAll(async () => {
  backed = await backedShop('drilled')
  await backed.sell(20)
  await backed.isStored()
}, 240_000)
afterAll(() => backed.end())
vi.setConfig({ testTimeout: 300_000 })
afterEach(() => backed.database.platform((tx) => tx.deleteFrom('backup_drills').execute()))

const engine = (of = backed) => of.as(of.shop.titulaire.token).call(pharmacies.engine, {})
const tryNow = (of = backed) => of.as(of.shop.titulaire.token).call(pharmacies.tryBackup, {})
/** Tries the backup to the end; answers what the page shows. */
async function tried(of = backed) {
  expect(await tryNow(of)).toEqual({ began: true })
  await of.drills.idle()
  expect(existsSync(apartFolder(of.dataDirectory, 'drill'))).toBe(false)
  return (await engine(of)).drill!
}
/** A file of the newest base on the medium, or of its log. */
async function fileOfMedium(end: string): Promise<string> {
  const names = (await readdir(backed.medium, { recursive: true })).toSorted()
  return join(
    backed.medium,
    names.findLast((name) => name.endsWith(end))!,
  )
}

test('the newest backup is restored beside the shop that sells on, and every ledger is equal; nothing of it stays', async () => {
  const isSelling = { until: false }
  const selling = (async () => {
    while (!isSelling.until) await backed.sell(1)
  })()
  const drill = await tried().finally(() => (isSelling.until = true))
  await selling
  expect(drill).toMatchObject({
    isRunning: false,
    last: { ledgers: 6, fault: null, restoredMs: expect.any(Number) as number, lossMs: expect.any(Number) as number },
  })
  expect(drill.provenAt).toBe(drill.last!.beganAt)
  process.stdout.write(`restored in ${drill.last!.restoredMs} ms, loss ${drill.last!.lossMs} ms\n`)
})

test('one that is due begins by itself, one at a time, and only for who manages settings', async () => {
  await backed.drills.look()
  expect(await tryNow()).toEqual({ began: false })
  expect((await engine()).drill).toMatchObject({ isRunning: true, last: null, provenAt: null })
  await backed.drills.idle()
  // Just tried: none is due.
  await backed.drills.look()
  expect(backed.drills.isRunning()).toBe(false)
  await expect(backed.as(backed.shop.vendeur.token).call(pharmacies.tryBackup, {})).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
})

test('a ledger that differs is named, without its figures', async () => {
  await backed.database.platform(async (tx) => {
    await sql`insert into bill_series (pharmacy_id, prefix, last) values (${backed.shop.id}, 'F-', 7)
      on conflict (pharmacy_id, prefix) do update set last = 7`.execute(tx)
    // What is not in the log is lost by a restore.
    await sql`alter table bill_series set unlogged`.execute(tx)
  })
  try {
    const { last, provenAt } = await tried()
    expect(last).toMatchObject({ fault: 'livres différents\u00a0: numéros', ledgers: 6 })
    expect(provenAt).toBeNull()
    const kept = await backed.database.platform((tx) =>
      tx.selectFrom('backup_drills').select('differences').executeTakeFirstOrThrow(),
    )
    expect(kept.differences).toMatchObject([{ pharmacyId: backed.shop.id, ledger: 'numéros' }])
    await expect(
      backed.database.read(backed.shop.id, (tx) => tx.selectFrom('backup_drills').select('differences').execute()),
    ).rejects.toMatchObject({ code: '42501' })
  } finally {
    await backed.database.platform((tx) => sql`alter table bill_series set logged`.execute(tx))
  }
})

test('a damaged base and a medium that is away fail with their reason; the second failure raises one alarm, by one e-mail, which a good one ends', async () => {
  const server = await openMailServer()
  const { look } = openAlarms({
    database: backed.database,
    failures: openFailures(),
    backupFacts: async () => ({
      ...(await backed.backup.status()),
      awaySince: null,
      newestBaseAt: null,
      storedUntil: null,
    }),
    mailer: openMailer({ url: server.url, from: 'envois@officine.example' }),
    to: 'gardien@officine.example',
    now: () => new Date(),
    onError: () => undefined,
  })
  const drillMails = () => server.taken.filter((mail) => JSON.stringify(mail).includes('essais de la sauvegarde'))
  const part = await fileOfMedium('keys.part')
  const { size } = await stat(part)
  await appendFile(part, 'x')
  expect((await tried()).last).toMatchObject({ fault: expect.stringContaining('abîmé (keys.part)') as string })
  await look()
  expect(drillMails()).toEqual([])
  await truncate(part, size)

  const away = `${backed.medium}-away`
  await rename(backed.medium, away)
  await expect.poll(async () => (await backed.backup.status()).awaySince, { timeout: 30_000 }).not.toBeNull()
  expect((await tried()).last).toMatchObject({ fault: 'le support de sauvegarde est absent' })
  await look()
  await look()
  expect(drillMails()).toHaveLength(1)
  expect((await engine()).alarms.map(({ text }) => text)).toEqual([
    expect.stringContaining('Deux essais de la sauvegarde ont échoué de suite : le support de sauvegarde est absent.'),
  ])

  await rename(away, backed.medium)
  await backed.isStored()
  expect((await tried()).last).toMatchObject({ fault: null })
  await look()
  // The medium of the tests lies on the disk of the data, which is an alarm of its own.
  expect((await engine()).alarms.filter(({ text }) => text.includes('essais'))).toEqual([])
  await server.close()
})

test('what a killed try left goes at the next start, also its PostgreSQL; its mark counts for nothing', async () => {
  const folder = apartFolder(backed.dataDirectory, 'drill')
  await tryNow()
  await expect.poll(() => restoring(folder), { timeout: 60_000, interval: 20 }).not.toEqual([])
  // as `kill -9` of the server: nobody waits, nobody clears
  const [pid] = (await processesOn(folder))!
  process.kill(pid!, 'SIGSTOP')
  const left = await restoring(folder)
  process.kill(pid!, 'SIGKILL')
  await backed.drills.idle()
  expect((await engine()).drill!.last).toMatchObject({
    fault: expect.stringContaining('la restauration s’est arrêtée') as string,
  })
  expect(left.filter((one) => existsSync(`/proc/${one}/cwd`))).toEqual([])
  await mkdir(join(folder, 'data', 'postgresql', 'data'), { recursive: true })
  await backed.database.platform((tx) =>
    tx.insertInto('backup_drills').values({ id: crypto.randomUUID(), began_at: new Date() }).execute(),
  )
  backed.drills.start()
  await backed.drills.idle()
  expect(existsSync(folder)).toBe(false)
  expect(
    await backed.database.platform((tx) =>
      tx.selectFrom('backup_drills').select('id').where('ended_at', 'is', null).execute(),
    ),
  ).toEqual([])
})

/** The PostgreSQL processes that restore in a folder. */
async function restoring(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir(folder).catch(() => []))
    found.push(...((await processesOn(join(folder, name, 'postgresql', 'data')).catch(() => [])) ?? []))
  return found
}

onSmallDisk(
  'a disk without room is not filled: the result says how much is missing',
  async () => {
    const unmount: (() => void)[] = []
    const small = await backedShop('small disk', (dataDirectory) => {
      unmount.push(mountSmallDisk(dataDirectory, 700))
    })
    try {
      await small.isStored()
      expect((await tried(small)).last).toMatchObject({
        fault: expect.stringMatching(/^il manque \d+\u00a0Mo sur le disque/) as string,
        restoredMs: null,
      })
    } finally {
      await small.backup.stop()
      await small.drills.stop()
      await small.close()
      for (const end of unmount) end()
      await rm(small.room, { recursive: true, force: true })
    }
  },
  240_000,
)
