/**
 * `npm start`: a complete pharmacy from nothing. Builds the windows, starts the sign-in emulator and the database,
 * fills the demo pharmacy at the first start, and serves everything on one port. `--dev` serves the sources instead,
 * `--reset` deletes the demo first.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseOf, readConfig } from '#server/base/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { demoAccounts } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { pinSecretOf, secretsOf } from '#server/base/kept-secrets.ts'
import { closeOnSignal, startServer } from '#server/main.ts'
import { startArguments } from '#server/start/arguments.ts'
import { startAuthEmulator } from '#server/start/auth-emulator.ts'
import { openDemoFiscal } from '#server/demo/demo-fiscal.ts'
import { demoSeededAt, forgetDemo, formerDemo } from '#server/start/demo-directory.ts'
import { createSignInAccounts } from '#server/start/sign-in-accounts.ts'
import { welcome } from '#server/start/welcome.ts'
import { buildWindows, serveSources } from '#server/start/windows.ts'

const options = startArguments(process.argv.slice(2))

async function start(): Promise<void> {
  const given = readConfig()
  if (given.production) throw new Error('npm start opens the demo; in production run « npm run serve » (README)')
  const { dataDirectory, projectId } = given
  console.log(
    options.build
      ? 'Officine : préparation des fenêtres, de la base et de la connexion…'
      : 'Officine : préparation de la base et de la connexion…',
  )
  const former = await formerDemo(dataDirectory)
  if (former)
    console.log(`${former} est la démonstration d’une version précédente ; elle reste là, cette version ne la lit pas.`)
  const [emulator, fiscal] = await Promise.all([
    startAuthEmulator({ projectId, directory: join(dataDirectory, 'sign-in') }),
    openDemoFiscal(),
    options.build ? buildWindows() : undefined,
  ])
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host
  try {
    const config = readConfig({
      ...process.env,
      ...(options.port === undefined ? {} : { PORT: String(options.port) }),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    })
    const fill = async (database: Database): Promise<void> => {
      await fillDemo(database)
      await fiscal.equip(database, await secretsOf(config), new Date())
    }
    const [server] = await Promise.all([
      startServer({ ...config, fiscalSimulators: fiscal.urls }, fill),
      createSignInAccounts(demoAccounts, projectId),
    ])
    const sources = options.dev ? await serveSources(server.url) : undefined
    closeOnSignal(async () => {
      await sources?.server.close()
      await server.close()
      await fiscal.close()
      await emulator.stop()
    })
    console.log(welcome(sources?.url ?? server.url))
  } catch (error) {
    await fiscal.close()
    await emulator.stop()
    throw error
  }
}

async function fillDemo(database: Database): Promise<void> {
  const config = readConfig()
  await seedDemo(database, {
    now: await demoSeededAt(config.dataDirectory, new Date()),
    pinSecret: await pinSecretOf(config),
  })
}

/** Deletes the demo. Never empties a database of the user's own (DATABASE_URL). */
async function reset(): Promise<void> {
  const config = readConfig()
  if (config.production || config.databaseUrl)
    throw new Error('demo:reset works on the demo’s own directory only; unset DATABASE_URL')
  const where = databaseOf(config)
  if ('directory' in where && existsSync(where.directory)) await stopLeftover(where)
  await forgetDemo(config.dataDirectory)
  const database = await openDatabase(where)
  await fillDemo(database)
  await database.close()
  console.log('La pharmacie de démonstration est remise à neuf. « npm start » l’ouvre.')
}

/**
 * Stops a PostgreSQL that a killed process left: it would go on writing while its files are deleted. A failure to start
 * it is ignored.
 */
async function stopLeftover(where: { directory: string; binaries: string | undefined }): Promise<void> {
  try {
    await (await openEmbedded(where)).stop()
  } catch (error) {
    if (error instanceof EmbeddedError && error.reason === 'in-use')
      throw new Error('Officine tourne encore : arrêtez « npm start » d’abord.', { cause: error })
  }
}

try {
  await (options.reset ? reset() : start())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
