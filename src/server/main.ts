import type { Server } from 'node:https'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '#server/app.ts'
import type { Drills } from '#server/backup/drill-loop.ts'
import { openServerMirror } from '#server/backup/server-mirror.ts'
import { portFault } from '#server/base/port-fault.ts'
import { tidyFormer } from '#server/start/former-version.ts'
import { databaseOf, readConfig, type Config } from '#server/base/config.ts'
import { actingAs, openDatabase, type Database } from '#server/db/database.ts'
import { postgresqlRelay } from '#server/db/notifications.ts'
import { openFirstStart } from '#server/first-start/first-start.ts'
import { hasNoDatabase } from '#server/first-start/restore-here.ts'
import { openHints } from '#server/hints/hints.ts'
import { openTlsHelp } from '#server/tls/help-page.ts'
import { readBuildNote } from '#server/http/build-note.ts'
import { logOptions } from '#server/http/log.ts'
import { tellAll } from '#server/identity/generation.repo.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { openMailer } from '#server/base/mailer.ts'
import { endPromotion, openFollower } from '#server/standby/follower.ts'
import { readFollowing, writeFollowing, type Following } from '#server/standby/kept-pairing.ts'
import { buildStandbyApp } from '#server/standby/standby-app.ts'
import { deskOf } from '#server/standby/standby-desk.ts'
import { takeOver } from '#server/standby/take-over.repo.ts'
import { tellFormer } from '#server/standby/tell-former.ts'
import { pinSecretOf, secretsOf } from '#server/base/kept-secrets.ts'
import {
  backupFacts,
  openBackupOf,
  openBesideOf,
  openDoorOf,
  openDrillsOf,
  openErasing,
  openRecorderOf,
  shopTlsOf,
  tlsFacts,
} from '#server/open-parts.ts'

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
    let drills: Drills | undefined
    const isTrying = (): boolean => drills?.isRunning() ?? false
    const beside = backup && (await openBesideOf(config, database, backup, { log: () => log, isTrying }))
    drills = backup && (await openDrillsOf(config, database, backup, { log: () => log, beside }))
    const mirror = await openServerMirror(config, backup)
    // With a backup, it does so itself. Somebody who was erased may come back out of a till after a restore.
    const erasing = backup ? undefined : openErasing(config, database, (error) => log?.error(error))
    const door = await openDoorOf(config, database, (error) =>
      log?.warn({ err: error }, 'a stream of the second computer failed'),
    )
    const following = config.databaseUrl ? undefined : await readFollowing(config.dataDirectory)
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
    const tls = await shopTlsOf(config)
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
      standby: door && deskOf(door),
      worksAfter: door?.isStillFirst(),
      disabledFeatures: [...config.disabledFeatures, ...readBuildNote(windows).disabledFeatures],
      windows,
      opensDocs: config.opensDocs,
      metricsToken: config.metricsToken,
      alarmMail: config.alarmMail,
      isDemoOnNetwork: config.isDemoOnNetwork,
      recorder,
    })
    log = app.log
    door?.hearReplaced((generations) => app.services.generations.hear(generations, new Date()))
    recorder?.start()
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
    await tidyFormer(config.dataDirectory, new Date()).catch((error: unknown) => app.log.error(error))
    drills?.start()
    beside?.start()
    mirror?.start()
    erasing?.start()
    const telling =
      following?.state === 'promoted' ? tellFormer(following, () => database.platform(tellAll)) : undefined
    const close = async (): Promise<void> => {
      await telling?.stop()
      tls?.stop()
      await help?.close()
      await app.close()
      await door?.stop()
      await recorder?.stop()
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
  // Its authority came with the secrets of the first: the tills trust this one too.
  const tls = await shopTlsOf(config)
  const app = await buildStandbyApp({
    follower,
    tls: tls?.context,
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
    const server = await startOfficine(config)
    close = () => server.close()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
