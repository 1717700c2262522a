import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import type { Door } from '#server/db/embedded/postmaster.ts'

/** Key of the advisory lock that the owner of the cluster holds. Any fixed number works. */
const ownerLock = 4_800_002
/** The lock of a killed owner is released only when PostgreSQL notices that its connection is gone. */
const releaseLimitMs = 2_000
const roleName = 'officine'
const databaseName = 'officine'
/** May copy the files and read the log, nothing else. */
const backupRole = 'officine_backup'
/**
 * Role that row-level security needs (migration 0001). Created here, so that the application's login needs no right to
 * create roles.
 */
const applicationRole = 'officine_app'

/** Connects as the superuser of the cluster. Throws the error of PostgreSQL or of the system. */
export async function connectSuperuser(door: Door, password: string): Promise<Client> {
  const client = new Client({
    ...door,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: `officine, processus ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener, an error on the connection ends the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Whether this server serves our data directory: another server may have taken the port since. */
export async function serves(client: Client, data: string): Promise<boolean> {
  const { rows } = await client.query<{ data: string }>('select current_setting($1) as data', ['data_directory'])
  return rows[0]?.data === data
}

/** « 18.4 ». */
export async function versionOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0]!.server_version.split(' ', 1)[0]!
}

/**
 * Makes this process the owner of the cluster until the connection ends. Throws `in-use` when another process is the
 * owner.
 */
export async function own(client: Client, data: string): Promise<void> {
  for (const until = Date.now() + releaseLimitMs; ; await pause(50)) {
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [ownerLock])
    if (rows[0]?.owned) return
    if (Date.now() < until) continue
    throw new EmbeddedError(
      'in-use',
      `La base ${data} est déjà ouverte par Officine (${await ownerOf(client)}). Fermez l’autre Officine d’abord, ou choisissez un autre dossier avec DATA_DIRECTORY.`,
    )
  }
}

async function ownerOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and objid = $1 and granted and pid <> pg_backend_pid()`,
    [ownerLock],
  )
  return rows[0]?.name ?? 'un autre processus'
}

/**
 * Creates the login and the database of the application when an earlier start was interrupted before. The login owns
 * its database and is not a superuser.
 */
export async function ensureDatabase(client: Client, password: string): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${roleName}') then create role ${roleName} login; end if;
    if not exists (select from pg_roles where rolname = '${applicationRole}') then
      create role ${applicationRole} nologin;
    end if;
    grant ${applicationRole} to ${roleName};
    alter role ${roleName} password '${password}';
  end $$`)
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await client.query(`create database ${databaseName} owner ${roleName}`)
}

/**
 * What PostgreSQL keeps of the log for a backup whose medium is away: never so much that the disk fills. After that the
 * slot is lost, and a new base is taken.
 */
const backupLimits = { max_slot_wal_keep_size: '1GB', idle_replication_slot_timeout: '3d' }

/** Creates the login of backups and bounds what they may retain. The lines of initdb let it in like the others. */
export async function ensureBackups(client: Client, password: string): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${backupRole}') then
      create role ${backupRole} login replication;
    end if;
    alter role ${backupRole} password '${password}';
  end $$`)
  for (const [name, limit] of Object.entries(backupLimits)) {
    // Before version 18 a slot has no limit of time.
    const { rows } = await client.query<{ value: string | null }>('select current_setting($1, true) as value', [name])
    if (rows[0]?.value === null || rows[0]?.value === limit) continue
    await client.query(`alter system set ${name} = '${limit}'`)
    await client.query('select pg_reload_conf()')
  }
}

/**
 * The application's address. `localhost` is a placeholder, because an address needs a host; the `host` parameter
 * overrides it.
 */
export function addressOf({ host, port }: Door, password: string): string {
  const isSocket = host.startsWith('/')
  return isSocket
    ? `postgresql://${roleName}@localhost/${databaseName}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgresql://${roleName}:${password}@${host}:${port}/${databaseName}`
}
