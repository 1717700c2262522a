import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type Transaction,
} from 'kysely'
import { Pool } from 'pg'
import { AppError } from '#shared/domain/errors.ts'
import { columnTypes } from '#server/db/column-types.ts'
import { PreparingClient } from '#server/db/preparing-client.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { longAtOnce, questionNow, stoppable } from '#server/db/question.ts'
import { yieldProcessors } from '#server/db/yield-processors.ts'
import { oldestMajor } from '#server/db/embedded/binaries.ts'
import { openEmbedded, type EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { slowStatementLog, type SlowStatements } from '#server/db/slow-statements.ts'
import type { Tables } from '#server/db/tables.ts'

export type Tx = Transaction<Tables>

/** Three kinds of transaction. A call inside another transaction throws, because it would deadlock on its own lock. */
export type Database = {
  /**
   * Reads and writes one pharmacy's rows and the referential. Inside a question (`question.ts`) it ends when the caller
   * leaves, and fails with SQLSTATE 57014 when a statement takes too long.
   */
  read<T>(pharmacyId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** As `read`, under the pharmacy's write lock: the next write of this pharmacy waits for the commit. */
  write<T>(pharmacyId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Works across pharmacies, as the owner of the tables: identity before the pharmacy is known, migrations, import,
   * demo.
   */
  platform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Free bytes on the disk of the embedded PostgreSQL; null for a database elsewhere. */
  freeBytes(): Promise<number | null>
  /** Address of the login that takes backups; undefined: whoever runs this external PostgreSQL takes them. */
  backupUrl?: string | undefined
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Size of the connection pool. */
  connections?: number
  /** For the program of another version: no migration is applied. */
  asItIs?: true
  /** Receives the statements that take long. */
  slow?: SlowStatements
} & (
  | {
      /** Address of an external PostgreSQL. */
      url: string
      /** It follows another database: it can be read only, and gets its migrations from there. */
      isFollower?: boolean
      /** Its processes run on this machine, under an account that this process may slow down. */
      isOurs?: boolean
    }
  | {
      /** Folder of an embedded PostgreSQL, which runs as long as the database is open. */
      directory: string
      /** Folder of its programs (`POSTGRES_BIN`). */
      binaries?: string | undefined
      say?: (sentence: string) => void
    }
)

/**
 * Opens the database and applies missing migrations. Throws `EmbeddedError` when the embedded PostgreSQL cannot run:
 * `in-use` when another process has it open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const source =
    'url' in options
      ? {
          url: options.url,
          hasRoom: () => Promise.resolve(true),
          freeBytes: () => Promise.resolve(null),
          stop: () => Promise.resolve(),
        }
      : await openEmbedded(options)
  const pool = openPool(source.url, options.connections ?? 10)
  const pools = { usual: pool, long: openPool(source.url, longAtOnce), stopper: openStopper(source.url) }
  if (!('url' in options) || options.isOurs) pools.long.on('connect', yieldProcessors)
  try {
    const fault = versionFault(
      await serverVersion(pool).catch((error: unknown) => Promise.reject(addressFault(error, options))),
    )
    if (fault) throw new Error(fault)
    if (!('isFollower' in options || options.asItIs)) await migrate(pool, await readMigrations())
  } catch (error) {
    await pool.end()
    await source.stop()
    throw error
  }
  return databaseOver(pools, source, options.slow)
}

function openPool(connectionString: string, max: number): Pool {
  const pool = new Pool({
    connectionString,
    max,
    // 0: never close idle connections. A new connection has no cached plans, and the next customer would wait for it.
    idleTimeoutMillis: 0,
    application_name: 'officine',
    types: columnTypes,
    Client: PreparingClient,
  })
  // An error on a connection must not end the process, whether the connection is idle or inside a transaction. The next
  // statement fails or takes another connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Why a server of this version cannot be used; undefined when it can. `version` is PostgreSQL's `server_version_num`:
 * 150004 is 15.4.
 */
export function versionFault(version: number): string | undefined {
  const major = Math.floor(version / 10_000)
  if (major >= oldestMajor) return undefined
  return `DATABASE_URL désigne un PostgreSQL ${major} ; Officine demande la version ${oldestMajor} ou plus récente. Sans DATABASE_URL, Officine apporte la sienne.`
}

/** Says which setting is wrong when an external PostgreSQL does not let us in. Its own words say nothing to its user. */
function addressFault(error: unknown, options: DatabaseOptions): unknown {
  if (!('url' in options)) return error
  const { code = '' } = error as { code?: string }
  const { host, pathname } = new URL(options.url)
  const why: Readonly<Record<string, string>> = {
    '28P01': `${host} refuse ce nom ou ce mot de passe`,
    '28000': `${host} refuse ce nom`,
    '3D000': `${host} n’a pas de base ${pathname.slice(1)}`,
    ENOTFOUND: `aucune machine ne s’appelle ${host}`,
    EAI_AGAIN: `aucune machine ne s’appelle ${host}`,
  }
  return new Error(`DATABASE_URL : ${why[code] ?? `PostgreSQL ne répond pas à ${host} (${code || String(error)})`}.`, {
    cause: error,
  })
}

async function serverVersion(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
  return Number(rows[0]!.server_version_num)
}

type Source = Pick<EmbeddedPostgres, 'hasRoom' | 'freeBytes' | 'stop'> & { backupUrl?: string }

const opening = new AsyncLocalStorage<string>()

/** Who makes a call, as the trace of its changes tells it (decision 0040). */
export type Acting = {
  userId: string | null
  unlockId: string | null
  terminalId: string | null
  /** Method and path of the contract: `PATCH /persons/{id}`. */
  call: string
}

const actingNow = new AsyncLocalStorage<Acting>()

/** Runs `work`; the triggers of the audit write this person and call beside every change that it makes. */
export function actingAs<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  return actingNow.run(acting, work)
}

/** Sets who acts for the transaction that begins; empty outside a call. */
function actingScope(): string {
  const acting = actingNow.getStore()
  return acting ? `set_config('app.acting', '${JSON.stringify(acting).replaceAll("'", "''")}', true)` : ''
}

/** Sends `begin` and the scope of the transaction in one message: one round trip less per request. */
class ScopedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; ${opening.getStore() ?? ''}`))
    } catch (error) {
      // A lost connection has nothing to roll back, and the pool drops it.
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

/** One connection of its own: the others may all be busy with what is to be stopped. Opened when first needed. */
function openStopper(url: string): Pool {
  const stopper = new Pool({ connectionString: url, max: 1, application_name: 'officine, stop' })
  stopper.on('error', () => {})
  return stopper
}

type Pools = Record<'usual' | 'long' | 'stopper', Pool>

function databaseOver(pools: Pools, source: Source, slow: SlowStatements | undefined): Database {
  const over = (pool: Pool) =>
    new Kysely<Tables>({ dialect: new ScopedDialect(pool), ...(slow && { log: slowStatementLog(slow) }) })
  const [usual, long] = [over(pools.usual), over(pools.long)]
  const run = <T>(begin: string, work: (tx: Tx) => Promise<T>, kysely = usual): Promise<T> => {
    if (opening.getStore() !== undefined) throw new Error('a transaction inside a transaction: pass the outer one on')
    return opening.run(begin, () => kysely.transaction().execute(work))
  }
  const checkRoom = throttledCheck(source)
  const stop = (pid: number) => pools.stopper.query('select pg_cancel_backend($1)', [pid])
  const end = async (): Promise<void> => {
    await usual.destroy()
    await long.destroy()
    // Kysely does not end a pool that it never used
    for (const pool of Object.values(pools)) if (!pool.ending) await pool.end()
    await source.stop()
  }
  let closing: Promise<void> | undefined
  return {
    async read(pharmacyId, work) {
      const question = questionNow()
      if (!question) return run(scope(pharmacyId), work)
      const begin = scope(pharmacyId, `, set_config('statement_timeout', '${question.limitMs}', true)`)
      return stoppable(question, stop, (guard) =>
        run(begin, (tx) => guard(() => work(tx)), question.isLong ? long : usual),
      )
    },
    async write(pharmacyId, work) {
      await checkRoom()
      return run(
        scope(pharmacyId, `, ${plannedOnce}, pg_advisory_xact_lock(hashtextextended('${uuid(pharmacyId)}', 0))`),
        work,
      )
    },
    platform: async (work) => {
      const acting = actingScope()
      return run(acting && `select ${acting}`, work)
    },
    freeBytes: () => source.freeBytes(),
    backupUrl: source.backupUrl,
    close: () => (closing ??= end()),
  }
}

/** In ms. How long the result of a disk check is reused. */
const roomMs = 1_000

/** Returns a check that throws `server:diskFull` before a write that PostgreSQL may be unable to complete. */
function throttledCheck({ hasRoom }: Source): () => Promise<void> {
  let look: Promise<boolean> | undefined
  let lookedAt = 0
  return async () => {
    if (!look || Date.now() - lookedAt > roomMs || Date.now() < lookedAt) {
      lookedAt = Date.now()
      look = hasRoom()
    }
    if (!(await look)) throw new AppError('server:diskFull')
  }
}

/**
 * Planning the statement that records a sale takes longer than running it, and the plan does not depend on the ids:
 * PostgreSQL reuses one generic plan.
 */
const plannedOnce = `set_config('plan_cache_mode', 'force_generic_plan', true)`

/** Owners bypass row-level security, so every transaction of a pharmacy switches to the application's role. */
function scope(pharmacyId: string, lock = ''): string {
  const acting = actingScope()
  return `select set_config('role', 'officine_app', true),
    set_config('app.pharmacy_id', '${uuid(pharmacyId)}', true)${lock}${acting && `, ${acting}`}`
}

/**
 * Returns the id if it is a UUID, else throws: the id becomes part of a statement without a parameter, so nothing else
 * may pass.
 */
function uuid(id: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new Error('not the id of a pharmacy')
  return id.toLowerCase()
}
