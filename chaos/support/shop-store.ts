import { execFile } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { processesOn, readPostmaster } from '#server/db/embedded/postmaster-file.ts'

/** Destructive operations on the files of the shop's PostgreSQL. All but `kill` need the shop to be down. */
export type ShopStore = {
  /** SIGKILL to every process of PostgreSQL. */
  kill(): Promise<void>
  /** Deletes the database. */
  throwAway(): Promise<void>
  backUp(): Promise<void>
  hasBackup(): boolean
  /** Restores the last copy. */
  restore(): Promise<void>
  /** Stops the PostgreSQL that a killed shop left. */
  stop(): Promise<void>
}

const run = promisify(execFile)

/** One that ended since it was listed is what was asked for. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function shopStore(directory: string): ShopStore {
  const folder = join(directory, 'postgresql')
  const data = join(folder, 'data')
  const backup = join(directory, 'backup')
  const stop = async (): Promise<void> => {
    if (await readPostmaster(data)) await (await openEmbedded({ directory: folder })).stop()
  }
  /** Preserve the owners: PostgreSQL refuses files of another user. */
  const copy = (from: string, to: string) => run('cp', ['-a', from, to])
  const remove = (path: string): void => rmSync(path, { recursive: true, force: true })
  return {
    async kill() {
      for (const pid of (await processesOn(data)) ?? []) kill(pid)
    },
    async throwAway() {
      await stop()
      remove(folder)
    },
    async backUp() {
      await stop()
      await copy(folder, `${backup}.next`)
      remove(backup)
      renameSync(`${backup}.next`, backup)
    },
    hasBackup: () => existsSync(backup),
    async restore() {
      await stop()
      remove(folder)
      await copy(backup, folder)
    },
    stop,
  }
}
