import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Engine } from '#shared/contract/engine.ts'
import { buildApp } from '#server/app.ts'
import { openBackup, type Backup } from '#server/backup/backup-loop.ts'
import { isCopy } from '#server/backup/copy.repo.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { databaseOf, readConfig, type Config } from '#server/base/config.ts'
import { actingAs, openDatabase, type Database } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { postgresqlRelay } from '#server/db/notifications.ts'
import { openHints } from '#server/hints/hints.ts'
import { readBuildNote } from '#server/http/build-note.ts'
import { logOptions } from '#server/http/log.ts'
import { tellAll } from '#server/identity/generation.repo.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { openMailer } from '#server/base/mailer.ts'
import { endPromotion, openFollower } from '#server/standby/follower.ts'
import { readFollowing, writeFollowing, type Following } from '#server/standby/kept-pairing.ts'
import { buildStandbyApp } from '#server/standby/standby-app.ts'
import { deskOf } from '#server/standby/standby-desk.ts'
import { openStandbyDoor, type StandbyDoor } from '#server/standby/standby-door.ts'
import { takeOver } from '#server/standby/take-over.repo.ts'
import { tellFormer } from '#server/standby/tell-former.ts'
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
    const door = await openDoorOf(config, database, (error) =>
      log?.warn({ err: error }, 'a stream of the second computer failed'),
    )
    const following = config.databaseUrl ? undefined : await readFollowing(config.dataDirectory)
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
      standby: door && deskOf(door),
      worksAfter: door?.isStillFirst(),
      disabledFeatures: [...config.disabledFeatures, ...readBuildNote(windows).disabledFeatures],
      windows,
      opensDocs: config.opensDocs,
      metricsToken: config.metricsToken,
      alarmMail: config.alarmMail,
      isDemoOnNetwork: config.isDemoOnNetwork,
    })
    log = app.log
    door?.hearReplaced((generations) => app.services.generations.hear(generations, new Date()))
    const url = await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw portFault(error, config)
    })
    backup?.start()
    const telling =
      following?.state === 'promoted' ? tellFormer(following, () => database.platform(tellAll)) : undefined
    const close = async (): Promise<void> => {
      await telling?.stop()
      await app.close()
      await door?.stop()
      await hints.close()
      await backup?.stop()
      await database.close()
    }
    return { url, database, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Starts what this data directory is: the shop’s server, or the second computer of the shop, which becomes its server when a
 * person decides it.
 */
export async function startOfficine(config: Config): Promise<Pick<RunningServer, 'url' | 'close'>> {
  const following = config.databaseUrl ? undefined : await readFollowing(config.dataDirectory)
  if (following?.state === 'following') return startStandby(config, following)
  if (following?.state === 'promoting') {
    await endPromotion(clusterOf(config), config.postgresBin)
    return becomeFirst(config, following)
  }
  return startServer(config)
}

/** The second computer: it follows, and answers `server:standby` until a person decides. */
async function startStandby(config: Config, following: Following): Promise<Pick<RunningServer, 'url' | 'close'>> {
  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
  const follower = await openFollower(following, { directory: clusterOf(config), binaries: config.postgresBin, say })
  const takeOver = async ({ userId }: { userId: string }): Promise<void> => {
    const holdsUntil = (await follower.holdsUntil()).toISOString()
    const decided: Following = { ...following, state: 'promoting', holdsUntil, takenOverBy: userId }
    await writeFollowing(config.dataDirectory, decided)
    await follower.promote()
    await app.close()
    running = await becomeFirst(config, decided)
  }
  const app = await buildStandbyApp({
    follower,
    windows: fileURLToPath(new URL('../../dist', import.meta.url)),
    windowOrigins: config.windowOrigins,
    isTls: config.isTls,
    logger: logOptions(config.logLevel),
    onDecision: (decider) =>
      void takeOver(decider).catch((error: unknown) => {
        // The next start goes on from where it was.
        say(String(error))
        process.exit(1)
      }),
  })
  const url = await app.listen({ host: config.host, port: config.port }).catch(async (error: unknown) => {
    await follower.stop()
    throw portFault(error, config)
  })
  let running: Pick<RunningServer, 'close'> = {
    async close() {
      await app.close()
      await follower.stop()
    },
  }
  return { url, close: () => running.close() }
}

/** The server of the shop from now on, in one transaction. Repeated when it was interrupted. */
function becomeFirst(config: Config, following: Following): Promise<RunningServer> {
  return startServer(config, async (database) => {
    const now = new Date()
    const moments = { holdsUntil: new Date(following.holdsUntil ?? now.getTime() - 86_400_000), now }
    const acting = { userId: following.takenOverBy, unlockId: null, terminalId: null, call: 'POST /relais' }
    await actingAs(acting, () => database.platform((tx) => takeOver(tx, moments)))
    await writeFollowing(config.dataDirectory, { ...following, state: 'promoted' })
  })
}

function clusterOf(config: Config): string {
  return join(resolve(config.dataDirectory), 'postgresql')
}

async function openDoorOf(
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
function portFault(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>, name = 'PORT'): unknown {
  const text: Readonly<Record<string, string>> = {
    EADDRINUSE: `Le port ${port} de ${host} est déjà pris : Officine y tourne peut-être déjà. Fermez ce programme, ou choisissez un autre port : « npm start -- --port ${port + 1} », ou ${name}=${port + 1}.`,
    EACCES: `${name} : ce compte ne peut pas ouvrir le port ${port}. Choisissez-en un au-dessus de 1023.`,
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
    const server = await startOfficine(readConfig())
    closeOnSignal(() => server.close())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
