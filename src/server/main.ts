import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '#server/app.ts'
import { databaseDirectory, readConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { keepStatistics } from '#server/db/keep-statistics.ts'
import { postgresqlRelay } from '#server/db/notifications.ts'
import { openHints } from '#server/events/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { pinSecretOf } from '#server/identity/pin-secret.ts'
import { keepJournal } from '#server/inbox/keep-journal.ts'
import type { ReplayReport } from '#server/inbox/replay-journal.ts'

export type RunningServer = { url: string; database: Database; close(): Promise<void> }

/** Opens the database, lets `prepare` fill it, and listens. `close` stops accepting, lets running requests end, then closes the database. */
export async function startServer(
  config: Config,
  prepare: (database: Database) => Promise<void> = () => Promise.resolve(),
): Promise<RunningServer> {
  const database = await openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { directory: databaseDirectory(config) },
  )
  try {
    await prepare(database)
    // after `prepare`, so that what comes back finds its pharmacy
    const kept =
      database.engine === 'pglite' ? await keepJournal(database, join(config.dataDirectory, 'journal')) : undefined
    const stopCounting = database.engine === 'pglite' ? await keepStatistics(database) : undefined
    const hints = await openHints(config.databaseUrl ? postgresqlRelay(config.databaseUrl) : undefined)
    const identity = openIdentity({
      database,
      projectId: config.projectId,
      emulatorHost: config.emulatorHost,
      pinSecret: await pinSecretOf(config),
    })
    const app = await buildApp({
      database,
      identity,
      hints,
      journal: kept?.journal,
      logger: { level: config.logLevel },
      emulatorHost: config.emulatorHost,
      windowOrigins: config.windowOrigins,
      windows: fileURLToPath(new URL('../../dist', import.meta.url)),
    })
    const url = await app.listen({ host: config.host, port: config.port })
    if (database.engine === 'pglite')
      app.log.warn(
        'built-in database (PGlite): fsync is never called; safe when the program dies, not when the power does. For a real shop set DATABASE_URL',
      )
    if (kept) reportReplay(app.log, kept.report)
    const close = async (): Promise<void> => {
      await app.close()
      await kept?.journal.close()
      await hints.close()
      stopCounting?.()
      await database.close()
    }
    return { url, database, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Says what the journal gave back; what it could not is never silent. */
function reportReplay(log: FastifyBaseLogger, { restored, pending, unreadable }: ReplayReport): void {
  if (restored.length > 0)
    log.warn(
      { restored },
      `journal: ${restored.length} accepted sales or patients were missing from the database and are back`,
    )
  if (pending.length > 0)
    log.error(
      { pending },
      `journal: ${pending.length} accepted sales or patients cannot come back yet; they stay in the journal`,
    )
  if (unreadable.length > 0) log.warn({ unreadable }, 'journal: lines cut off while they were written')
}

/** Ends the process after `close`, once, at SIGTERM, SIGINT or SIGHUP (the terminal was closed); a second signal does not wait. */
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
