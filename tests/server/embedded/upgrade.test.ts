import { chmod, mkdir, readdir, readFile, readlink, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkAuditChains } from '#server/db/audit-chains.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { upgradeEngine } from '#server/db/upgrade/upgrade-engine.ts'
import { demoPharmacies } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { oldestBinaries } from '#tests/server/support/oldest-binaries.ts'
import { spawnProgram, type ServerProcess } from '#tests/server/support/server-process.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const oldest = oldestBinaries()
const pinSecret = 'a secret of the tests'

describe.skipIf(!oldest)(
  'between PostgreSQL 15 of the system and that of npm (skipped where 15 is not installed)',
  () => {
    test('the demo goes from 15 to 18 and back, equal row by row, and goes on working', async () => {
      const { directory } = aDirectory()
      const before = await withDatabase(directory, oldest, async (database) => {
        await seedDemo(database, { now: new Date('2026-11-21T19:14:00Z'), pinSecret, pinCost: cheapPins })
        return contentOf(database)
      })
      const there = await upgradeEngine({ directory, from: oldest, say: () => undefined })
      expect(there).toMatchObject({ from: expect.stringMatching(/^15\./), to: expect.stringMatching(/^18\./) })
      expect(there.rows).toBeGreaterThan(10_000)
      const after = await withDatabase(directory, undefined, async (database) => {
        expect(await contentOf(database)).toEqual(before)
        for (const { id } of demoPharmacies) expect(await brokenLedgers(database, id)).toEqual([])
        expect((await checkAuditChains(database)).map(({ firstFault }) => firstFault)).toEqual(
          demoPharmacies.map(() => null),
        )
        expect(await movementsGoOn(database)).toBe(true)
        expect(await isAudited(database)).toBe(true)
        return contentOf(database)
      })
      const back = await upgradeEngine({ directory, to: oldest, say: () => undefined })
      expect(back).toMatchObject({ from: there.to, to: there.from })
      expect(await withDatabase(directory, oldest, contentOf)).toEqual(after)
      expect((await readdir(directory)).toSorted()).toEqual(['data', 'data-15', 'data-18', 'log', 'password'])
      expect(await readFile(join(directory, 'data-15', 'PG_VERSION'), 'utf8')).toBe('15\n')
    }, 600_000)

    test('killed at any moment, the old data stand, nothing runs on, and the command can be run again', async () => {
      const { data, directory } = aDirectory()
      const before = await withDatabase(directory, oldest, async (database) => {
        await seedDemo(database, { now: new Date('2026-11-21T19:14:00Z'), pinSecret, pinCost: cheapPins })
        return contentOf(database)
      })
      for (const [moment, afterMs] of [
        ['restent à PostgreSQL 15', 400],
        ['tables à copier', 0],
        ['tables à copier', 500],
        ['lignes copiées', 100],
      ] as const) {
        const command = upgrading(data)
        await expect.poll(command.output, { timeout: 100_000, interval: 5 }).toContain(moment)
        await new Promise((done) => setTimeout(done, afterMs))
        await command.end('SIGKILL')
        expect([moment, afterMs, await withDatabase(directory, oldest, contentOf)]).toEqual([moment, afterMs, before])
        expect((await readdir(directory)).toSorted()).toEqual(['data', 'log', 'password'])
        expect(await processesUnder(directory)).toEqual([])
      }
      const command = upgrading(data)
      expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining('lignes égales')])
      expect(await withDatabase(directory, undefined, contentOf)).toEqual(before)
    }, 600_000)

    test('Ctrl+C says that the data stay, and leaves nothing behind', async () => {
      const { data, directory } = aDirectory()
      await withDatabase(directory, oldest, () => Promise.resolve())
      const command = upgrading(data)
      await expect.poll(command.output, { timeout: 100_000, interval: 5 }).toContain('restent à PostgreSQL 15')
      expect([await command.end('SIGINT'), command.output()]).toEqual([
        1,
        expect.stringContaining('Arrêté : les données restent comme elles étaient.'),
      ])
      expect((await readdir(directory)).toSorted()).toEqual(['data', 'log', 'password'])
      expect(await processesUnder(directory)).toEqual([])
    })

    test('POSTGRES_BIN opens the data of the first start, and refuses with words what another version made', async () => {
      const { data, directory } = aDirectory()
      await withDatabase(directory, oldest, async (database) => expect(await versionOf(database)).toMatch(/^15\./))
      const server = spawnProgram('src/server/main.ts', {
        DATA_DIRECTORY: data,
        PORT: '0',
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
      })
      expect([await server.ended, server.output()]).toEqual([
        1,
        expect.stringMatching(/faites par PostgreSQL 15 ; Officine a reçu PostgreSQL 18\. .*npm run postgres:upgrade/),
      ])
    })
  },
)

describe('an exchange of the folders that is interrupted', () => {
  test('between its two renames puts the former data back, and says so', async () => {
    const { directory } = await aMarkedDirectory()
    await rename(join(directory, 'data'), join(directory, 'data-18'))
    await writeFile(join(directory, 'swap.json'), JSON.stringify({ pid: 2 ** 30, kept: 'data-18' }))
    await mkdir(join(directory, 'next', 'data'), { recursive: true })
    const said: string[] = []
    const database = await openDatabase({ directory, say: (sentence) => said.push(sentence) })
    onTestFinished(() => database.close())
    expect(said).toEqual([expect.stringContaining('la base d’avant est remise en place')])
    expect(await isMarked(database)).toBe(true)
    expect((await readdir(directory)).toSorted()).toEqual(['data', 'log', 'password'])
  })

  test.each([
    ['after both renames', JSON.stringify({ pid: 2 ** 30, kept: 'data-18' })],
    ['before the first one, with half of its note', '{"pid":'],
  ])('%s leaves the data as they are', async (_, note) => {
    const { directory } = await aMarkedDirectory()
    await mkdir(join(directory, 'data-18'))
    await writeFile(join(directory, 'swap.json'), note)
    await withDatabase(directory, undefined, async (database) => expect(await isMarked(database)).toBe(true))
    expect((await readdir(directory)).toSorted()).toEqual(['data', 'data-18', 'log', 'password'])
  })

  test('is waited for while its process lives', async () => {
    const { directory } = await aMarkedDirectory()
    await rename(join(directory, 'data'), join(directory, 'data-18'))
    await writeFile(join(directory, 'swap.json'), JSON.stringify({ pid: process.ppid, kept: 'data-18' }))
    await expect(openDatabase({ directory })).rejects.toMatchObject({
      reason: 'in-use',
      message: expect.stringContaining('npm run postgres:upgrade') as string,
    })
    expect((await readdir(directory)).toSorted()).toEqual(['data-18', 'log', 'password', 'swap.json'])
  })
})

describe('refused in one sentence, with nothing touched', () => {
  test('the same major version, data of a version that is not here, no data, and a folder without programs', async () => {
    const { directory } = await aMarkedDirectory()
    const refusal = (given: { from?: string; to?: string }, where = directory): Promise<string> =>
      upgradeEngine({ directory: where, say: () => undefined, ...given }).then(
        () => 'done',
        (error: Error) => error.message,
      )
    expect(await refusal({})).toContain('Les données sont déjà de PostgreSQL 18')
    expect(await refusal({ to: directory })).toContain('ne contient pas les programmes de PostgreSQL')
    expect(await refusal({}, aDirectory().directory)).toContain('Il n’y a pas de données')
    await writeFile(join(directory, 'data', 'PG_VERSION'), '14\n')
    expect(await refusal({})).toContain('paquet postgresql-14')
    expect((await readdir(directory)).toSorted()).toEqual(['data', 'log', 'password'])
  })

  test('programs that are too old', async () => {
    const { directory } = aDirectory()
    const binaries = await programsSaying('13.2')
    await expect(openEmbedded({ directory, binaries })).rejects.toMatchObject({
      reason: 'platform',
      message: expect.stringContaining('Officine demande PostgreSQL 15 ou plus récent') as string,
    })
  })
})

function aDirectory(): { data: string; directory: string } {
  const data = newDataDirectory('upgrade')
  onTestFinished(() => removeDataDirectory(data))
  return { data, directory: join(data, 'postgresql') }
}

/** Data of the engine that npm installs, with a mark by which they are known again. */
async function aMarkedDirectory(): Promise<{ directory: string }> {
  const { directory } = aDirectory()
  await withDatabase(directory, undefined, (database) =>
    database.platform(async (tx) => void (await sql`create table marks ()`.execute(tx))),
  )
  return { directory }
}

function isMarked(database: Database): Promise<boolean> {
  return database.platform(async (tx) => {
    const { rows } = await sql<{ is: boolean }>`select to_regclass('marks') is not null as is`.execute(tx)
    return rows[0]!.is
  })
}

async function withDatabase<T>(
  directory: string,
  binaries: string | undefined,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ directory, binaries })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Each table with a hash over all of its rows in order. */
async function contentOf(database: Database): Promise<Record<string, string>> {
  return database.platform(async (tx) => {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
      tx,
    )
    const content: Record<string, string> = {}
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ hash: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash
        from ${sql.table(name)} t`.execute(tx)
      content[name] = rows[0]!.hash
    }
    return content
  })
}

/** Whether the next movement of stock gets a number after the last one. */
async function movementsGoOn(database: Database): Promise<boolean> {
  return database.platform(async (tx) => {
    const { rows } = await sql<{ is: boolean }>`
      select nextval(pg_get_serial_sequence('stock_movements', 'seq')) > (select max(seq) from stock_movements) as is`.execute(
      tx,
    )
    return rows[0]!.is
  })
}

/** Whether triggers run again after the copy. */
async function isAudited(database: Database): Promise<boolean> {
  const { id } = demoPharmacies[0]!
  const entries = (): Promise<number> =>
    database.read(
      id,
      async (tx) =>
        (await sql<{ count: number }>`select count(*)::int as count from audit_entries`.execute(tx)).rows[0]!.count,
    )
  const before = await entries()
  await database.write(id, (tx) =>
    sql`update persons set phone = '+229 01 97 00 00 01' where ctid = (select min(ctid) from persons)`.execute(tx),
  )
  return (await entries()) > before
}

async function versionOf(database: Database): Promise<string> {
  return database.platform(
    async (tx) => (await sql<{ server_version: string }>`show server_version`.execute(tx)).rows[0]!.server_version,
  )
}

/** Processes that work in a folder or below it, also when it was removed meanwhile. */
async function processesUnder(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, at) => folders[at]!.startsWith(folder))
}

function upgrading(data: string): ServerProcess {
  return spawnProgram('src/server/start/postgres-upgrade.ts', { DATA_DIRECTORY: data })
}

/** Programs that only say their version. */
async function programsSaying(version: string): Promise<string> {
  const folder = newDataDirectory('programs')
  onTestFinished(() => removeDataDirectory(folder))
  for (const name of ['postgres', 'initdb', 'pg_ctl']) {
    await writeFile(join(folder, name), `#!/bin/sh\necho '${name} (PostgreSQL) ${version}'\n`)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}
