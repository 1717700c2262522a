import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir } from 'node:fs/promises'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type Transaction,
} from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { columnTypes } from '#server/db/column-types.ts'
import { PreparingClient } from '#server/db/preparing-client.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { lockDirectory } from '#server/db/pglite-lock.ts'
import type { Tables } from '#server/db/tables.ts'

export type Tx = Transaction<Tables>

/** Three ways in, each one transaction. Calling one inside another throws: with a single connection it would wait for itself. */
export type Database = {
  engine: 'pglite' | 'postgresql'
  /** One pharmacy's rows and the referential. */
  read<T>(pharmacyId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same, alone: the next write of this pharmacy waits for the commit. */
  write<T>(pharmacyId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Beyond pharmacies, as the owner of the tables: identity before a pharmacy is known, migrations, import, demo. */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** PostgreSQL; without it PGlite. */
  url?: string
  /** Directory of PGlite; undefined keeps the database in memory. */
  directory?: string
  /** A dumped PGlite data directory to start from instead of an empty one. */
  template?: Blob
  /** Connections to PostgreSQL. */
  connections?: number
}

/** Opens the database, brings its schema up to date and hands it over. Throws when another process holds the directory. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const source = options.url ? postgresql(options.url, options.connections ?? 10) : await pglite(options)
  const pool = new Pool({ ...source.pool, types: columnTypes, Client: PreparingClient })
  // A connection that breaks must not end the process, idle or between two statements of a transaction: the next statement is told, or takes another one.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await migrate(pool, await readMigrations())
  } catch (error) {
    await pool.end()
    await source.close()
    throw error
  }
  return databaseOver(pool, source)
}

type Source = { engine: Database['engine']; pool: PoolConfig; close: () => Promise<void> }

function postgresql(url: string, connections: number): Source {
  // idleTimeoutMillis 0: after ten quiet seconds the next customer would wait for a new connection, which knows and has planned nothing yet.
  return {
    engine: 'postgresql',
    pool: { connectionString: url, max: connections, idleTimeoutMillis: 0, application_name: 'officine' },
    close: () => Promise.resolve(),
  }
}

async function pglite({ directory, template }: DatabaseOptions): Promise<Source> {
  // Loaded only here: a server on PostgreSQL never pays for the WebAssembly.
  const { PGlite } = await import('@electric-sql/pglite')
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
  if (directory) await mkdir(directory, { recursive: true })
  const unlock = directory ? await lockDirectory(directory) : undefined
  try {
    const engine = await PGlite.create({
      ...(directory ? { dataDir: directory } : {}),
      ...(template ? { loadDataDir: template } : {}),
    })
    const close = async (): Promise<void> => {
      await engine.exec('checkpoint')
      await engine.close()
      await unlock?.()
    }
    // idleTimeoutMillis 0: the only connection there is, never worth closing.
    return {
      engine: 'pglite',
      pool: { ...(createPgConfig(engine) as unknown as PoolConfig), max: 1, idleTimeoutMillis: 0 },
      close,
    }
  } catch (error) {
    await unlock?.()
    throw error
  }
}

const opening = new AsyncLocalStorage<string>()

/** Begins a transaction and enters its scope in one message: one round trip less for every request. */
class ScopedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; ${opening.getStore() ?? ''}`))
    } catch (error) {
      // where the connection itself is lost there is nothing to take back, and the pool drops it
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      throw error
    }
  }
}

class ScopedDialect extends PostgresDialect {
  constructor(private readonly pool: Pool) {
    super({ pool })
  }
  override createDriver(): Driver {
    return new ScopedDriver({ pool: this.pool })
  }
}

function databaseOver(pool: Pool, source: Source): Database {
  const kysely = new Kysely<Tables>({ dialect: new ScopedDialect(pool) })
  const run = <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (opening.getStore() !== undefined) throw new Error('a transaction inside a transaction: pass the outer one on')
    return opening.run(begin, () => kysely.transaction().execute(work))
  }
  let closing: Promise<void> | undefined
  return {
    engine: source.engine,
    read: async (pharmacyId, work) => run(scope(pharmacyId), work),
    write: async (pharmacyId, work) =>
      run(
        scope(pharmacyId, `, ${plannedOnce}, pg_advisory_xact_lock(hashtextextended('${uuid(pharmacyId)}', 0))`),
        work,
      ),
    platform: async (work) => run('', work),
    close: () => (closing ??= kysely.destroy().then(source.close)),
  }
}

/** Planning the statement that records a sale anew, for these very ids, costs more than running it; its plan is the same for any of them. */
const plannedOnce = `set_config('plan_cache_mode', 'force_generic_plan', true)`

/** Owners bypass row-level security, so that every transaction of a pharmacy takes the application's role. */
function scope(pharmacyId: string, lock = ''): string {
  return `select set_config('role', 'officine_app', true), set_config('app.pharmacy_id', '${uuid(pharmacyId)}', true)${lock}`
}

/** What stands in a statement without a parameter must be a UUID to the letter. */
function uuid(id: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new Error('not the id of a pharmacy')
  return id.toLowerCase()
}
