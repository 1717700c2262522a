import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from '#server/db/embedded/account.ts'
import type { Binaries } from '#server/db/embedded/binaries.ts'
import { placeIn, syncFolder, type Place } from '#server/db/embedded/data-directory.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { isAlive } from '#server/db/embedded/is-alive.ts'
import { halt } from '#server/db/embedded/postmaster.ts'
import { processesOn, readPostmaster } from '#server/db/embedded/postmaster-file.ts'

/** Where the cluster of the next version is made, until it takes the place of the former one. */
export function nextPlace({ folder }: Place): Place {
  return placeIn(join(folder, 'next'))
}

/** Written while the data directory is exchanged: two renames are not one, and a power cut may come between them. */
type Swap = { pid: number; kept: string }

/** The exchange takes a moment; a file that is older was left by a process that died. */
const swapLimitMs = 60_000

const fileOf = ({ folder }: Place): string => join(folder, 'swap.json')
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Puts the data directory of `nextPlace` in the place of the former one, which is kept under the name that is returned.
 * Neither may be in use. Killed at any point, `undoSwap` puts the former one back, or the exchange is done.
 */
export async function swapData(place: Place, formerMajor: string): Promise<string> {
  const next = nextPlace(place)
  const kept = await freeName(join(place.folder, `data-${formerMajor}`))
  await exchangeData(place, { next: next.data, kept })
  await rm(next.folder, { recursive: true, force: true })
  return kept
}

/**
 * Puts a data directory in the place of the former one, which gets the name `kept`; both in the folder of the cluster, or in one
 * below it, and not in use.
 */
export async function exchangeData(place: Place, { next, kept }: { next: string; kept: string }): Promise<void> {
  await writeSynced(fileOf(place), JSON.stringify({ pid: process.pid, kept: basename(kept) } satisfies Swap))
  await rename(place.data, kept)
  await rename(next, place.data)
  await syncFolder(place.folder)
  await rm(fileOf(place))
  await syncFolder(place.folder)
}

/**
 * Ends an exchange that was interrupted: the former data directory stands again unless the new one has its place.
 * Returns a sentence when something was put back. Throws `in-use` while the process that exchanges them lives.
 */
export async function undoSwap(place: Place): Promise<string | undefined> {
  const swap = await readSwap(place)
  if (!swap) return undefined
  const former = join(place.folder, swap.kept)
  const { mtimeMs } = await stat(fileOf(place))
  if (swap.pid !== process.pid && isAlive(swap.pid) && Math.abs(Date.now() - mtimeMs) < swapLimitMs)
    throw new EmbeddedError(
      'in-use',
      `La base ${place.data} est remplacée en ce moment (processus ${swap.pid}). Attendez la fin de « npm run postgres:upgrade », ou de la copie du second ordinateur.`,
    )
  const isHalfDone = !(await exists(place.data)) && (await exists(former))
  if (isHalfDone) {
    await rename(former, place.data)
    await syncFolder(place.folder)
  }
  await rm(fileOf(place), { force: true })
  return isHalfDone
    ? 'Le remplacement de la base a été interrompu ; la base d’avant est remise en place, rien n’est perdu.'
    : undefined
}

/** A file that was not written whole was left before the first rename: there is nothing to undo. */
async function readSwap(place: Place): Promise<Swap | undefined> {
  const text = await readFile(fileOf(place), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Swap
  } catch {
    await rm(fileOf(place))
    return undefined
  }
}

/** Stops and removes the cluster that a killed upgrade left. Only the owner of the former cluster may call it. */
export async function removeUnfinished(place: Place, binaries: Binaries, account: Account | undefined): Promise<void> {
  const next = nextPlace(place)
  if (!(await exists(next.folder))) return
  if (await exists(next.data)) await end(next, binaries, account)
  // An initdb that outlives its parent still writes for a moment.
  await rm(next.folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

/** How long PostgreSQL may take to end at once. */
const endLimitMs = 10_000

async function end(next: Place, binaries: Binaries, account: Account | undefined): Promise<void> {
  const found = await processesOn(next.data)
  // Where the system does not say who runs there, the pid file is trusted.
  if (found === undefined) return halt(next, binaries, account, 'immediate')
  const postmaster = await readPostmaster(next.data)
  if (postmaster && found.includes(postmaster.pid)) process.kill(postmaster.pid, 'SIGQUIT')
  for (const until = Date.now() + endLimitMs; ; await pause(50)) {
    const left = (await processesOn(next.data)) ?? []
    if (left.length === 0) return
    if (Date.now() > until) for (const pid of left) process.kill(pid, 'SIGKILL')
  }
}

async function freeName(name: string): Promise<string> {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`
    if (!(await exists(free))) return free
  }
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
