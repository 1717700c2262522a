import { execFile } from 'node:child_process'
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/** A PostgreSQL of the run: `databaseUrl` is the shop's, `adminUrl` the one of the cluster's owner, `binaries` the folder of pg_dump. */
export type Cluster = { databaseUrl: string; adminUrl: string; binaries: string }

/** What the server keeps, as somebody with a hammer sees it. `backup`: where its copy lies, once there is one. */
export type ShopStore = {
  backup: string
  throwAway(): Promise<void>
  backUp(): Promise<void>
  restore(): Promise<void>
}

const run = promisify(execFile)

/** A folder; the journal beside it stays when only the database goes. */
export function pgliteStore(directory: string): ShopStore {
  const backup = join(directory, 'backup')
  const parts = ['pglite', 'journal']
  const throwAway = (): void => rmSync(join(directory, 'pglite'), { recursive: true, force: true })
  return {
    backup,
    throwAway: () => Promise.resolve(throwAway()),
    backUp: () => {
      const next = `${backup}.next`
      for (const part of parts)
        if (existsSync(join(directory, part))) cpSync(join(directory, part), join(next, part), { recursive: true })
      rmSync(backup, { recursive: true, force: true })
      renameSync(next, backup)
      return Promise.resolve()
    },
    restore: () => {
      for (const part of parts) {
        rmSync(join(directory, part), { recursive: true, force: true })
        if (existsSync(join(backup, part))) cpSync(join(backup, part), join(directory, part), { recursive: true })
      }
      return Promise.resolve()
    },
  }
}

/** A database that is dumped while the shop sells, as a night's copy is. */
export function postgresqlStore({ databaseUrl, adminUrl, binaries }: Cluster, directory: string): ShopStore {
  const backup = join(directory, 'backup.dump')
  const { pathname, username } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const ofShop = Object.assign(new URL(adminUrl), { pathname }).href
  const throwAway = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    try {
      await client.query(`drop database ${name} with (force)`)
      await client.query(`create database ${name} owner ${username}`)
    } finally {
      await client.end()
    }
  }
  return {
    backup,
    throwAway,
    async backUp() {
      // As the owner of the cluster: row-level security would hide every row from the owner of the tables.
      await run(join(binaries, 'pg_dump'), ['--format=custom', '--compress=0', `--file=${backup}.next`, ofShop])
      renameSync(`${backup}.next`, backup)
    },
    async restore() {
      await throwAway()
      await run(join(binaries, 'pg_restore'), ['--exit-on-error', `--dbname=${ofShop}`, backup])
    },
  }
}
