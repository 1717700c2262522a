import type { Server } from 'node:https'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Engine } from '#shared/contract/engine.ts'
import { buildApp } from '#server/app.ts'
import { openBackup, type Backup } from '#server/backup/backup-loop.ts'
import { openBeside, type Beside } from '#server/backup/beside.ts'
import { openDrills, type Drills } from '#server/backup/drill-loop.ts'
import { isCopy } from '#server/backup/copy.repo.ts'
import { keepErased } from '#server/backup/erasures.ts'
import type { Mirror } from '#server/backup/mirror.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { openServerMirror, remoteBackupOf } from '#server/backup/server-mirror.ts'
import { openRounds } from '#server/base/rounds.ts'
import { databaseOf, readConfig, type Config } from '#server/base/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { postgresqlRelay } from '#server/db/notifications.ts'
import { openFirstStart } from '#server/first-start/first-start.ts'
import { hasNoDatabase } from '#server/first-start/restore-here.ts'
import { openHints } from '#server/hints/hints.ts'
import { openTlsHelp } from '#server/tls/help-page.ts'
import { openShopTls, type ShopTls } from '#server/tls/shop-tls.ts'
import { readBuildNote } from '#server/http/build-note.ts'
import { logOptions } from '#server/http/log.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { openMailer } from '#server/base/mailer.ts'
import { keysBesideDatabase, pinSecretOf, secretsOf } from '#server/base/kept-secrets.ts'

export type RunningServer = {
  url: string
  database: Database
  /** Tells each request that comes in. */
  onRequest(heard: () => void): void
  close(): Promise<void>
}

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
    const backup = await openBackupOf(config, database, (sentence) => log?.warn(sentence))
    const beside = backup && (await openBesideOf(config, database, backup, () => log))
    const drills = backup && (await openDrillsOf(config, database, backup, () => log))
    const mirror = await openServerMirror(config, backup)
    // With a backup, it does so itself. Somebody who was erased may come back out of a till after a restore.
    const erasing = backup ? undefined : openErasing(config, database, (error) => log?.error(error))
    const hints = await openHints(config.databaseUrl ? postgresqlRelay(config.databaseUrl) : undefined)
    const identity = openIdentity({
      database,
      projectId: config.projectId,
      emulatorHost: config.emulatorHost,
      dataDirectory: config.dataDirectory,
      pinSecret: await pinSecretOf(config),
      serviceAccount: config.serviceAccount,
    })
    const tls =
      config.shopTls && (await openShopTls({ dataDirectory: config.dataDirectory, names: config.shopTls.names }))
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
      tls: tls?.context,
      shopTls: tls && tlsFacts(config, tls),
      runsJobs: true,
      printers: config.printers,
      mailer: config.mail && openMailer(config.mail),
      publicOrigin: config.publicOrigin,
      secrets: await secretsOf(config),
      fiscalSimulators: config.fiscalSimulators,
      backupFacts: () => backupFacts(config, backup, mirror),
      apart: { drills: drills ?? null, beside: beside ?? null },
      disabledFeatures: [...config.disabledFeatures, ...readBuildNote(windows).disabledFeatures],
      windows,
      opensDocs: config.opensDocs,
      metricsToken: config.metricsToken,
      alarmMail: config.alarmMail,
      isDemoOnNetwork: config.isDemoOnNetwork,
    })
    log = app.log
    const url = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw portFault(error, config)
    })
    const help =
      tls &&
      (await openTlsHelp(
        { ...tlsFacts(config, tls), authority: tls.authority },
        { host: config.host, port: config.shopTls!.helpPort },
      ))
    tls?.watch(app.server as unknown as Server)
    backup?.start()
    drills?.start()
    beside?.start()
    mirror?.start()
    erasing?.start()
    const close = async (): Promise<void> => {
      tls?.stop()
      await help?.close()
      await app.close()
      await hints.close()
      await Promise.all([drills?.stop(), beside?.stop()])
      await erasing?.stop()
      await mirror?.stop()
      await backup?.stop()
      await database.close()
    }
    return { url, database, onRequest: (heard) => void app.server.on('request', heard), close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The backup of the embedded database; undefined when none is asked, or when an external server keeps the data. */
async function openBackupOf(
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

/** A second shop beside this one. Its server sends nothing, backs nothing up and asks no simulator. */
async function openBesideOf(
  { backupDirectory, dataDirectory, postgresBin: binaries, host, trainingPort, publicOrigin }: Config,
  database: Database,
  backup: Backup,
  log: () => FastifyBaseLogger | undefined,
): Promise<Beside> {
  const leaving = [
    'DATABASE_URL',
    'BACKUP_DIRECTORY',
    'SMTP_URL',
    'MAIL_FROM',
    'ALARM_MAIL',
    'METRICS_TOKEN',
    'EMECEF_SIMULATOR',
    'FNE_SIMULATOR',
    'LOCAL_PRINTERS',
    'TRAINING_PORT',
    'TLS_HELP_PORT',
  ]
  const origin = publicOrigin === undefined ? undefined : new URL(publicOrigin)
  if (origin) origin.port = String(trainingPort)
  return openBeside({
    database,
    backup,
    directory: backupDirectory!,
    dataDirectory,
    key: await recoveryKeyOf(dataDirectory),
    binaries,
    program: new URL('./beside-main.ts', import.meta.url),
    environment: {
      ...process.env,
      ...Object.fromEntries(leaving.map((name) => [name, ''])),
      HOST: host,
      PORT: String(trainingPort),
      ...(origin && { PUBLIC_ORIGIN: origin.href }),
    },
    onError: (error) => log()?.error(error),
  })
}

/** In ms: how often a server without a backup looks for erased persons who came back. */
const erasingMs = 60_000

function openErasing({ dataDirectory }: Config, database: Database, onError: (error: unknown) => void) {
  const work = (): Promise<unknown> => keepErased(database, dataDirectory, new Date())
  return openRounds(work, { firstMs: erasingMs, roundMs: erasingMs, onError })
}

async function backupFacts(
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

/** What a person compares when a till is to trust the authority of this server. */
function tlsFacts({ publicOrigin, shopTls }: Config, { fingerprint }: ShopTls): NonNullable<Engine['shopTls']> {
  const origin = publicOrigin!
  const help = new URL(origin)
  help.protocol = 'http:'
  help.port = String(shopTls!.helpPort)
  return { origin, helpAddress: help.origin, fingerprint }
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
        () => leave(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          return leave(1)
        },
      )
    })
  }
}

/** In ms: how long the end waits for calls to the file system. */
const hungMs = 1_000

/**
 * Ends the process. `process.exit` waits for calls to the file system, and those to a network folder that is gone never
 * end: then a signal ends it, which a supervisor takes for a clean end.
 */
async function leave(code: number): Promise<void> {
  const isWaiting = (): boolean => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
  for (const until = Date.now() + hungMs; isWaiting() && Date.now() < until;) await pause(20)
  if (isWaiting()) {
    process.removeAllListeners('SIGTERM')
    process.kill(process.pid, 'SIGTERM')
    // The first process of a container takes no signal of its own.
    await pause(hungMs)
  }
  process.exit(code)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const config = readConfig()
    let close = (): Promise<void> => Promise.resolve()
    closeOnSignal(() => close())
    if (config.asksFirst && (await hasNoDatabase(config.dataDirectory))) {
      const first = await openFirstStart(config).catch((error: unknown) => {
        throw portFault(error, config)
      })
      close = () => first.close()
      process.stderr.write(`Première installation : ouvrez ${first.url} sur cet ordinateur.\n`)
      await first.chosen
      await first.close()
    }
    const server = await startServer(config)
    close = () => server.close()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
