import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Engine } from '#shared/contract/engine.ts'
import { buildApp } from '#server/app.ts'
import { openBackup, type Backup } from '#server/backup/backup-loop.ts'
import { openDrills, type Drills } from '#server/backup/drill-loop.ts'
import { isCopy } from '#server/backup/copy.repo.ts'
import { tidyFormer } from '#server/start/former-version.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { databaseOf, readConfig, type Config } from '#server/base/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { postgresqlRelay } from '#server/db/notifications.ts'
import { openHints } from '#server/hints/hints.ts'
import { openRecorder, recordedFolder, type Recorder } from '#server/recording/recorder.ts'
import { readBuildNote } from '#server/http/build-note.ts'
import { logOptions } from '#server/http/log.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { openMailer } from '#server/base/mailer.ts'
import { keysBesideDatabase, pinSecretOf, secretsOf } from '#server/base/kept-secrets.ts'

export type RunningServer = { url: string; database: Database; close(): Promise<void> }

/**
 * Opens the database, lets `prepare` fill it, and listens. `close` stops accepting requests, waits for running ones,
 * then closes the database.
 */
export async function startServer(
  config: Config,
  prepare: (database: Database) => Promise<void> = () => Promise.resolve(),
): Promise<RunningServer> {
  // The database is opened before there is a log.
  let log: FastifyBaseLogger | undefined
  const database = await openDatabase({
    ...databaseOf(config),
    slow: {
      limitMs: config.slowStatementMs,
      onSlow: ({ request, ...slow }) => log?.warn({ ...slow, ...(request && { reqId: request }) }, 'slow statement'),
    },
    say: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  try {
    await prepare(database)
    const backup = await openBackupOf(config, database)
    const drills = backup && (await openDrillsOf(config, database, backup, () => log))
    const recorder = await openRecorderOf(config, database, () => log)
    const hints = await openHints(config.databaseUrl ? postgresqlRelay(config.databaseUrl) : undefined)
    const identity = openIdentity({
      database,
      projectId: config.projectId,
      emulatorHost: config.emulatorHost,
      dataDirectory: config.dataDirectory,
      pinSecret: await pinSecretOf(config),
      serviceAccount: config.serviceAccount,
    })
    const windows = fileURLToPath(new URL('../../dist', import.meta.url))
    const app = await buildApp({
      database,
      identity,
      hints,
      logger: logOptions(config.logLevel),
      emulatorHost: config.emulatorHost,
      windowOrigins: config.windowOrigins,
      trustedProxies: config.trustedProxies,
      isTls: config.isTls,
      runsJobs: true,
      printers: config.printers,
      mailer: config.mail && openMailer(config.mail),
      publicOrigin: config.publicOrigin,
      secrets: await secretsOf(config),
      fiscalSimulators: config.fiscalSimulators,
      backupFacts: () => backupFacts(config, backup),
      drills: drills ?? null,
      disabledFeatures: [...config.disabledFeatures, ...readBuildNote(windows).disabledFeatures],
      windows,
      opensDocs: config.opensDocs,
      metricsToken: config.metricsToken,
      alarmMail: config.alarmMail,
      isDemoOnNetwork: config.isDemoOnNetwork,
      recorder,
    })
    log = app.log
    recorder?.start()
    const url = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw portFault(error, config)
    })
    backup?.start()
    await tidyFormer(config.dataDirectory, new Date()).catch((error: unknown) => app.log.error(error))
    drills?.start()
    const close = async (): Promise<void> => {
      await app.close()
      await recorder?.stop()
      await hints.close()
      await drills?.stop()
      await backup?.stop()
      await database.close()
    }
    return { url, database, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The backup of the embedded database; undefined when none is asked, or when an external server keeps the data. */
async function openBackupOf(config: Config, database: Database): Promise<Backup | undefined> {
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
  })
}

/** The tries of the backup. The log exists only after the database. */
async function openDrillsOf(
  { backupDirectory, dataDirectory, postgresBin: binaries }: Config,
  database: Database,
  backup: Backup,
  log: () => FastifyBaseLogger | undefined,
): Promise<Drills> {
  return openDrills({
    database,
    backup,
    directory: backupDirectory!,
    dataDirectory,
    key: await recoveryKeyOf(dataDirectory),
    binaries,
    say: (words, differences) =>
      differences.length === 0
        ? log()?.info(`essai de la sauvegarde : ${words}`)
        : log()?.error({ differences }, `essai de la sauvegarde : ${words}`),
    onError: (error) => log()?.error(error),
  })
}

/** The records of calls; undefined without a backup, on whose copy they would be made again. */
async function openRecorderOf(
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

async function backupFacts({ databaseUrl }: Config, backup: Backup | undefined): Promise<Engine['backup']> {
  if (databaseUrl) return 'external'
  if (!backup) return null
  const { awaySince, newestBaseAt, storedUntil, ...status } = await backup.status()
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null
  return {
    ...status,
    awaySince: iso(awaySince),
    newestBaseAt: iso(newestBaseAt),
    storedUntil: iso(storedUntil),
  }
}

/** Explains why the server cannot listen: mostly a port in use, when a second start is tried. */
function portFault(error: unknown, { host, port }: Config): unknown {
  const text: Readonly<Record<string, string>> = {
    EADDRINUSE: `Le port ${port} de ${host} est déjà pris : Officine y tourne peut-être déjà. Fermez ce programme, ou choisissez un autre port : « npm start -- --port ${port + 1} », ou PORT=${port + 1}.`,
    EACCES: `PORT : ce compte ne peut pas ouvrir le port ${port}. Choisissez-en un au-dessus de 1023.`,
    EADDRNOTAVAIL: `HOST : cette machine n’a pas l’adresse ${host}.`,
    ENOTFOUND: `HOST : aucune machine ne s’appelle ${host}.`,
    EAI_AGAIN: `HOST : aucune machine ne s’appelle ${host}.`,
  }
  const said = text[(error as NodeJS.ErrnoException).code ?? '']
  return said === undefined ? error : new Error(said, { cause: error })
}

/**
 * Ends the process after `close`, once, on SIGTERM, SIGINT or SIGHUP (the terminal was closed). A second signal ends it
 * at once.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const server = await startServer(readConfig())
    closeOnSignal(() => server.close())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
