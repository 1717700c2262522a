import { randomBytes } from 'node:crypto'
import { chmod, chown, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Account } from '#server/db/embedded/account.ts'
import type { Binaries } from '#server/db/embedded/binaries.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { isAlive } from '#server/db/embedded/is-alive.ts'
import { runProgram } from '#server/db/embedded/programs.ts'
import { closedFolder } from '#server/db/embedded/reachable.ts'

/**
 * The paths of one embedded PostgreSQL. `data` is PostgreSQL's data directory; `log` holds one file per day of the
 * week.
 */
export type Place = { folder: string; data: string; log: string; password: string }

export function placeIn(folder: string): Place {
  return { folder, data: join(folder, 'data'), log: join(folder, 'log'), password: join(folder, 'password') }
}

/**
 * Creates the folder for the account that will run PostgreSQL. Throws `unreachable` with the folder that blocks access
 * and instructions.
 */
export async function prepareFolder({ folder, log, data }: Place, account: Account | undefined): Promise<void> {
  try {
    await mkdir(log, { recursive: true })
    if (account) for (const own of [folder, log]) await chown(own, account.uid, account.gid)
    await chmod(folder, 0o700)
  } catch (cause) {
    throw new EmbeddedError(
      'unreachable',
      `Officine ne peut pas écrire dans ${folder} (${(cause as NodeJS.ErrnoException).code}). Donnez ce dossier au compte qui lance Officine, ou choisissez-en un autre avec DATA_DIRECTORY.`,
      { cause },
    )
  }
  const closed = account && (await closedFolder(data, account))
  if (!closed) return
  throw new EmbeddedError(
    'unreachable',
    `PostgreSQL refuse de tourner sous root ; il tourne ici sous le compte ${account.uid}, qui ne peut pas traverser ${closed}. Lancez « chmod o+x ${closed} », ou placez les données ailleurs avec DATA_DIRECTORY, ou lancez Officine sous un compte ordinaire.`,
  )
}

/** The major version that created the data directory; undefined when there is none yet. */
export async function majorOf(place: Place): Promise<string | undefined> {
  const made = await readFile(join(place.data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new EmbeddedError(
      'unreachable',
      `Officine ne peut pas lire ${place.data} (${error.code}) : ce dossier appartient à un autre compte. Lancez Officine sous le même compte qu’avant.`,
      { cause: error },
    )
  })
  return made?.trim()
}

/**
 * Creates the data directory on the first start. Throws `version`, without touching anything, when another major
 * version of PostgreSQL created it.
 */
export async function prepareData(place: Place, binaries: Binaries, account: Account | undefined): Promise<void> {
  const major = await majorOf(place)
  if (major === undefined) return initialize(place, binaries, account)
  if (major !== binaries.major) {
    throw new EmbeddedError(
      'version',
      `Les données de ${place.data} ont été faites par PostgreSQL ${major} ; Officine a reçu PostgreSQL ${binaries.major}. Rien n’a été touché. « npm run postgres:upgrade » fait passer les données de l’un à l’autre : docs/operations.md, « Changer de version de PostgreSQL ».`,
    )
  }
}

/**
 * Runs initdb in a folder beside `data` and renames it at the end, so that a killed process leaves no incomplete data
 * directory. Two processes may do this at once: the slower one deletes its own folder.
 */
async function initialize(
  { folder, data, password }: Place,
  { initdb }: Binaries,
  account: Account | undefined,
): Promise<void> {
  if (
    await stat(data).then(
      () => true,
      () => false,
    )
  )
    throw new EmbeddedError(
      'broken',
      `${data} existe et n’est pas une base PostgreSQL (PG_VERSION manque). Rien n’a été touché : déplacez ce dossier, ou choisissez-en un autre avec DATA_DIRECTORY.`,
    )
  await removeAbandoned(folder)
  await writePassword(password, account)
  const part = join(folder, `data.part-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await runProgram(
      initdb,
      [
        '-D',
        part,
        '-U',
        'postgres',
        '--encoding=UTF8',
        '--locale=C',
        '--data-checksums',
        '--auth-local=trust',
        '--auth-host=scram-sha-256',
        `--pwfile=${password}`,
      ],
      account,
    )
    await rename(part, data)
    await syncFolder(folder)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    if (
      await stat(data).then(
        () => true,
        () => false,
      )
    )
      return
    throw error
  }
}

/**
 * Removes the folders of killed initdb runs and copies; the name of a folder contains the id of the process that made it. An
 * initdb that outlives its parent still writes: a later start removes its folder.
 */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^data\.part-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * The superuser's password, used over TCP only. Written once and atomically: a second process must not change it after
 * the first has read it.
 */
async function writePassword(file: string, account: Account | undefined): Promise<void> {
  const part = `${file}.part-${process.pid}-${randomBytes(4).toString('hex')}`
  await writeFile(part, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account) await chown(part, account.uid, account.gid)
  try {
    await link(part, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(part)
  }
}

/**
 * After a power cut, a renamed folder is guaranteed only when its parent folder was synced too. Windows cannot open
 * folders and does not need the sync.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * A sentence when the newest file of the cluster is in the future: the computer's clock went back, for instance because
 * its battery is empty. Otherwise undefined.
 */
export async function clockFault({ data }: Place, now: Date): Promise<string | undefined> {
  const written = await stat(join(data, 'global', 'pg_control')).then(
    ({ mtime }) => mtime,
    () => undefined,
  )
  if (!written || written.getTime() - now.getTime() < 10 * 60_000) return undefined
  return `L’horloge de cet ordinateur a reculé : elle indique ${now.toISOString()}, alors que ${basename(dirname(data))} a été écrite le ${written.toISOString()}. Réglez-la avant de vendre ; rien n’est perdu.`
}
