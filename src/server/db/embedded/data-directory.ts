import { randomBytes } from 'node:crypto'
import { chmod, chown, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Account } from '#server/db/embedded/account.ts'
import type { Binaries } from '#server/db/embedded/binaries.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { isAlive } from '#server/db/embedded/is-alive.ts'
import { runProgram } from '#server/db/embedded/programs.ts'
import { closedFolder } from '#server/db/embedded/reachable.ts'

/** The files of one embedded PostgreSQL: `data` is PostgreSQL's own folder, `log` keeps a file for each day of the week. */
export type Place = { folder: string; data: string; log: string; password: string }

export function placeIn(folder: string): Place {
  return { folder, data: join(folder, 'data'), log: join(folder, 'log'), password: join(folder, 'password') }
}

/** Makes the folder for the account that will run PostgreSQL. Throws `unreachable` with the folder that is in the way and what to do about it. */
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

/** Makes the data directory on the first start. Throws `version` when another major version of PostgreSQL made it; nothing is touched then. */
export async function prepareData(place: Place, binaries: Binaries, account: Account | undefined): Promise<void> {
  const made = await readFile(join(place.data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new EmbeddedError(
      'unreachable',
      `Officine ne peut pas lire ${place.data} (${error.code}) : ce dossier appartient à un autre compte. Lancez Officine sous le même compte qu’avant.`,
      { cause: error },
    )
  })
  if (made === undefined) return initialize(place, binaries, account)
  const major = made.trim()
  if (major !== binaries.major) {
    throw new EmbeddedError(
      'version',
      `Les données de ${place.data} ont été faites par PostgreSQL ${major} ; cette version d’Officine apporte PostgreSQL ${binaries.major}. Rien n’a été touché. Relancez la version précédente d’Officine, exportez la base (pg_dump), puis chargez-la dans un dossier neuf : docs/operations.md, « Changer de version de PostgreSQL ».`,
    )
  }
}

/**
 * Runs initdb in a folder beside `data` and renames it when all is done, so that a process that is killed half way leaves no half data directory.
 * Two processes may do it at once: the slower one throws its own away.
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

/** What a killed initdb left: its name tells the process that ran it. An initdb that outlives that process still writes: its folder goes at a later start. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^data\.part-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** The superuser's password, asked over TCP only. Made once and whole: a second process must not change it under the first. */
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

/** A renamed folder survives a power cut only when the folder above it was synced too. Windows cannot open folders and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A sentence when the newest file of the cluster is from the future: the computer's clock jumped back, as without a working battery. Else undefined. */
export async function clockFault({ data }: Place, now: Date): Promise<string | undefined> {
  const written = await stat(join(data, 'global', 'pg_control')).then(
    ({ mtime }) => mtime,
    () => undefined,
  )
  if (!written || written.getTime() - now.getTime() < 10 * 60_000) return undefined
  return `L’horloge de cet ordinateur a reculé : elle indique ${now.toISOString()}, alors que ${basename(dirname(data))} a été écrite le ${written.toISOString()}. Réglez-la avant de vendre ; rien n’est perdu.`
}
