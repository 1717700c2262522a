import { lchown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { markRestored } from '#server/backup/copy.service.ts'
import type { Config } from '#server/base/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { placeIn, syncFolder } from '#server/db/embedded/data-directory.ts'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { processesOn, readPostmaster } from '#server/db/embedded/postmaster-file.ts'
import { nextPlace, swapData } from '#server/db/embedded/swap.ts'
import { recordedFolder } from '#server/recording/recorder.ts'
import { formerFolder, formerName } from '#server/start/former-version.ts'

/** In ms: how long PostgreSQL may take to end by itself, and at once. */
const endMs = 90_000
const endAtOnceMs = 10_000

/** Ends the PostgreSQL of a stopped service: it outlives one that crashed or took too long to stop. */
export async function endPostgres(cluster: string): Promise<void> {
  for (const { signal, ms } of [
    { signal: 'SIGINT', ms: endMs },
    { signal: 'SIGQUIT', ms: endAtOnceMs },
  ] as const) {
    const postmaster = await readPostmaster(cluster)
    for (const until = Date.now() + ms, told = new Set<number>(); Date.now() < until; await pause(100)) {
      const running = (await processesOn(cluster)) ?? []
      if (running.length === 0) return
      if (!postmaster || told.has(postmaster.pid) || !running.includes(postmaster.pid)) continue
      told.add(postmaster.pid)
      process.kill(postmaster.pid, signal)
    }
  }
  const left = (await processesOn(cluster)) ?? []
  if (left.length > 0) throw new Error(`PostgreSQL tourne encore (processus ${left.join(', ')})`)
}

/** Whether nothing has opened the data since they were copied: PostgreSQL writes this file at each start. */
export async function isUntouched(data: string): Promise<boolean> {
  const [running, former] = await Promise.all(
    [join(data, 'postgresql'), formerFolder(data)].map((folder) =>
      readFile(join(placeIn(folder).data, 'global', 'pg_control')),
    ),
  )
  return running!.equals(former!)
}

/**
 * Makes the kept data a restored copy, which a person confirms, with a history of its own: the backup and a second computer
 * have the log of what came after, under the same name. Answers by how much the numbers of papers jumped.
 */
export async function makeCopy(
  { dataDirectory, postgresBin: binaries }: Config,
  moment: { holdsUntil: Date; now: Date },
): Promise<number> {
  const { folder: directory, data: cluster } = placeIn(formerFolder(dataDirectory))
  const slots = join(cluster, 'pg_replslot')
  for (const name of await readdir(slots)) await rm(join(slots, name), { recursive: true })
  const signal = join(cluster, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  const { uid, gid } = await stat(cluster)
  await lchown(signal, uid, gid)
  // As after a restore: PostgreSQL begins a new timeline, and so the backup a new line.
  const settings = { restore_command: 'exit 1', recovery_target_action: 'promote', hot_standby: 'off' }
  const engine = await openEmbedded({ directory, binaries, settings })
  try {
    const database = await openDatabase({ url: engine.url, asItIs: true })
    try {
      return await markRestored(database, moment)
    } finally {
      await database.close()
    }
  } finally {
    await engine.stop()
  }
}

/**
 * Exchanges the data that stand for the kept ones; a kill leaves one or the other. The records of what only the others have
 * go. Answers where the others stay.
 */
export async function putFormerBack(data: string): Promise<string> {
  const place = placeIn(join(data, 'postgresql'))
  const [next, former] = [nextPlace(place), placeIn(formerFolder(data))]
  await mkdir(next.folder, { recursive: true, mode: 0o700 })
  await rename(former.data, next.data)
  await syncFolder(next.folder)
  let kept: string
  try {
    kept = await swapData(place, formerName)
  } catch (error) {
    await rename(next.data, former.data).catch(() => undefined)
    throw error
  }
  await rm(recordedFolder(data), { recursive: true, force: true })
  return kept
}
