import { lchown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { apartFolder, clearApart } from '#server/backup/apart.ts'
import { openRounds } from '#server/base/rounds.ts'
import { isAlive } from '#server/db/embedded/is-alive.ts'

/** The way back from an update: the data as they were at the switch, and the program that made them. */
const FormerVersion = z.object({
  /** When the former version stopped: what was sold after is not in its data. */
  at: z.iso.datetime(),
  version: z.string(),
  app: z.string(),
  node: z.string(),
})
export type FormerVersion = z.infer<typeof FormerVersion>

/** How long an update can be taken back. */
export const wayBackDays = 7
const dayMs = 86_400_000
/** In the name of the data that a way back left, `data-after-update`. */
export const formerName = 'after-update'

/** Where the data of the former version are kept: a folder of a cluster, beside the one that runs. */
export function formerFolder(dataDirectory: string): string {
  return join(resolve(dataDirectory), 'former')
}

const noteOf = (dataDirectory: string): string => join(formerFolder(dataDirectory), 'version.json')

/** Null: there was no update, or its data are gone. */
export async function readFormer(dataDirectory: string): Promise<FormerVersion | null> {
  const text = await readFile(noteOf(dataDirectory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  return text === undefined ? null : FormerVersion.parse(JSON.parse(text))
}

/** The note comes last: without it the kept data count for nothing. */
export async function writeFormer(dataDirectory: string, former: FormerVersion): Promise<void> {
  const note = noteOf(dataDirectory)
  await writeFile(`${note}.new`, JSON.stringify(former), { mode: 0o600 })
  // The service reads it too, under its own account.
  const { uid, gid } = await stat(formerFolder(dataDirectory))
  await lchown(`${note}.new`, uid, gid).catch(() => undefined)
  await rename(`${note}.new`, note)
}

export async function removeFormer(dataDirectory: string): Promise<void> {
  await rm(noteOf(dataDirectory), { force: true })
  await rm(formerFolder(dataDirectory), { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

export function isWayBackOver({ at }: Pick<FormerVersion, 'at'>, now: Date): boolean {
  return now.getTime() - Date.parse(at) > wayBackDays * dayMs
}

/** Removes the data of the former version when nobody goes back any more, and those that a way back left as long ago. */
export async function tidyFormer(dataDirectory: string, now: Date): Promise<void> {
  const former = await readFormer(dataDirectory)
  if (former && isWayBackOver(former, now)) await removeFormer(dataDirectory)
  const folder = join(resolve(dataDirectory), 'postgresql')
  const left = new RegExp(`^data-${formerName}(-\\d+)?$`)
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => left.test(one))) {
    // PostgreSQL wrote its last file there when it stopped.
    const { mtime } = await stat(join(folder, name))
    if (isWayBackOver({ at: mtime.toISOString() }, now)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** What an update leaves goes: once a day what is too old, at once the copies of a trial that was killed. */
export function openTidying(dataDirectory: string, onError: (error: unknown) => void): ReturnType<typeof openRounds> {
  const work = async (): Promise<void> => {
    await tidyFormer(dataDirectory, new Date())
    const trial = apartFolder(dataDirectory, 'trial')
    const pid = Number(await readFile(join(trial, trialPid), 'utf8').catch(() => ''))
    if (!(pid > 0 && isAlive(pid))) await clearApart(trial)
  }
  return openRounds(work, { firstMs: 0, roundMs: dayMs, onError })
}

/** The file of a trial with the id of its process. */
export const trialPid = 'pid'
