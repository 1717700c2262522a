import type { FastifyBaseLogger } from 'fastify'
import type { Engine } from '#shared/contract/engine.ts'
import { openBackup, type Backup } from '#server/backup/backup-loop.ts'
import { openBeside, type Beside } from '#server/backup/beside.ts'
import { openDrills, type Drills } from '#server/backup/drill-loop.ts'
import { isCopy } from '#server/backup/copy.repo.ts'
import { keepErased } from '#server/backup/erasures.ts'
import type { Mirror } from '#server/backup/mirror.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { remoteBackupOf } from '#server/backup/server-mirror.ts'
import { openRounds } from '#server/base/rounds.ts'
import type { Config } from '#server/base/config.ts'
import { remoteVariables } from '#server/base/remote-place.ts'
import { portFault } from '#server/base/port-fault.ts'
import type { Database } from '#server/db/database.ts'
import { openRecorder, recordedFolder, type Recorder } from '#server/recording/recorder.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { openShopTls, type ShopTls } from '#server/tls/shop-tls.ts'
import { openStandbyDoor, type StandbyDoor } from '#server/standby/standby-door.ts'
import { keysBesideDatabase } from '#server/base/kept-secrets.ts'

/** The door of the second computer; undefined when none may come. Throws a French sentence when its port is taken. */
export async function openDoorOf(
  config: Config,
  database: Database,
  onError: (error: unknown) => void,
): Promise<StandbyDoor | undefined> {
  const { standby, dataDirectory } = config
  const { backupUrl } = database
  if (!standby || !backupUrl) return undefined
  const { identity } = await recoveryKeyOf(dataDirectory)
  return openStandbyDoor({
    ...standby,
    dataDirectory,
    backupUrl,
    migration: (await readMigrations()).at(-1)!.name,
    readKeys: async () => ({ ...(await keysBesideDatabase(config)), 'backup-identity': identity }),
    onError,
  }).catch((error: unknown) => {
    throw portFault(error, { host: standby.host, port: standby.port }, 'STANDBY_PORT')
  })
}

/** The backup of the embedded database; undefined when none is asked, or when an external server keeps the data. */
export async function openBackupOf(
  config: Config,
  database: Database,
  say: (sentence: string) => void,
): Promise<Backup | undefined> {
  const { backupDirectory: directory, dataDirectory } = config
  const { backupUrl } = database
  if (!directory || !backupUrl) return undefined
  const { recipient } = await recoveryKeyOf(dataDirectory)
  const migration = (await readMigrations()).at(-1)!.name
  return openBackup({
    backupUrl,
    directory,
    dataDirectory,
    recipient,
    migration,
    readKeys: () => keysBesideDatabase(config),
    isCopy: () => database.platform(isCopy),
    say,
    keepErased: async () => (await keepErased(database, dataDirectory, new Date())).list,
  })
}

/** The tries of the backup. The log exists only after the database. */
export async function openDrillsOf(
  { backupDirectory, dataDirectory, postgresBin: binaries }: Config,
  database: Database,
  backup: Backup,
  { log, beside }: { log: () => FastifyBaseLogger | undefined; beside: Beside | undefined },
): Promise<Drills> {
  return openDrills({
    database,
    backup,
    directory: backupDirectory!,
    dataDirectory,
    key: await recoveryKeyOf(dataDirectory),
    binaries,
    isBusy: () => beside?.state()?.phase === 'restoring',
    say: (words, differences) =>
      differences.length === 0
        ? log()?.info(`essai de la sauvegarde : ${words}`)
        : log()?.error({ differences }, `essai de la sauvegarde : ${words}`),
    onError: (error) => log()?.error(error),
  })
}

/** What the server of a second shop beside this one is not told: it sends nothing, backs nothing up, asks no simulator. */
const leaving = [
  'DATABASE_URL',
  'BACKUP_DIRECTORY',
  ...Object.keys(remoteVariables),
  'SMTP_URL',
  'MAIL_FROM',
  'ALARM_MAIL',
  'METRICS_TOKEN',
  'EMECEF_SIMULATOR',
  'FNE_SIMULATOR',
  'LOCAL_PRINTERS',
  'TRAINING_PORT',
  'TLS_HELP_PORT',
  'STANDBY_PORT',
  'STANDBY_HOST',
]

/** The environment of the server of a second shop, on its own port. */
export function environmentBeside(
  { host, trainingPort, publicOrigin }: Pick<Config, 'host' | 'trainingPort' | 'publicOrigin'>,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const origin = publicOrigin === undefined ? undefined : new URL(publicOrigin)
  if (origin) origin.port = String(trainingPort)
  return {
    ...environment,
    ...Object.fromEntries(leaving.map((name) => [name, ''])),
    HOST: host,
    PORT: String(trainingPort),
    ...(origin && { PUBLIC_ORIGIN: origin.href }),
  }
}

/** A second shop beside this one. */
export async function openBesideOf(
  config: Config,
  database: Database,
  backup: Backup,
  { log, isTrying }: { log: () => FastifyBaseLogger | undefined; isTrying: () => boolean },
): Promise<Beside> {
  const { backupDirectory, dataDirectory, postgresBin: binaries } = config
  return openBeside({
    database,
    backup,
    directory: backupDirectory!,
    dataDirectory,
    key: await recoveryKeyOf(dataDirectory),
    binaries,
    program: new URL('./beside-main.ts', import.meta.url),
    environment: environmentBeside(config, process.env),
    isTrying,
    onError: (error) => log()?.error(error),
  })
}

/** In ms: how often a server without a backup looks for erased persons who came back. */
const erasingMs = 60_000

export function openErasing({ dataDirectory }: Config, database: Database, onError: (error: unknown) => void) {
  const work = (): Promise<unknown> => keepErased(database, dataDirectory, new Date())
  return openRounds(work, { firstMs: erasingMs, roundMs: erasingMs, onError })
}

export async function backupFacts(
  { databaseUrl }: Config,
  backup: Backup | undefined,
  mirror: Mirror | undefined,
): Promise<Engine['backup']> {
  if (databaseUrl) return 'external'
  if (!backup) return null
  const { awaySince, newestBaseAt, storedUntil, ...status } = await backup.status()
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null
  return {
    ...status,
    awaySince: iso(awaySince),
    newestBaseAt: iso(newestBaseAt),
    storedUntil: iso(storedUntil),
    remote: remoteBackupOf(mirror),
  }
}

/** The records of calls; undefined without a backup, on whose copy they would be made again. */
export async function openRecorderOf(
  { databaseUrl, backupDirectory, dataDirectory, recordsCalls }: Config,
  database: Database,
  log: () => FastifyBaseLogger | undefined,
): Promise<Recorder | undefined> {
  if (databaseUrl || !backupDirectory || !recordsCalls) return undefined
  return openRecorder({
    folder: recordedFolder(dataDirectory),
    key: await recoveryKeyOf(dataDirectory),
    database,
    onError: (error) => log()?.warn({ err: error }, 'the calls are not recorded'),
  })
}

/** What a person compares when a till is to trust the authority of this server. */
export function tlsFacts({ publicOrigin, shopTls }: Config, { fingerprint }: ShopTls): NonNullable<Engine['shopTls']> {
  const origin = publicOrigin!
  const help = new URL(origin)
  help.protocol = 'http:'
  help.port = String(shopTls!.helpPort)
  return { origin, helpAddress: help.origin, fingerprint }
}

/** Https by names of the shop; undefined: a proxy does it, or nobody. */
export async function shopTlsOf({ shopTls, dataDirectory }: Config): Promise<ShopTls | undefined> {
  return shopTls && openShopTls({ dataDirectory, names: shopTls.names })
}
