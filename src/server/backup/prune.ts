import { rm } from 'node:fs/promises'
import { keptBackups } from '#shared/domain/backup/retention.ts'
import { freeBytes, readLines, removeBase } from '#server/backup/medium.ts'
import { segmentStart } from '#server/backup/unpack-backup.ts'

/** Of the medium, kept free for the next base and for other files. */
const freeShare = 0.1

/** Takes away what the rule no longer keeps (`domain/backup/retention.ts`), within what the medium has room for. */
export async function prune({
  directory,
  folder,
  line,
  now,
}: {
  directory: string
  /** Of the shop on the medium. */
  folder: string
  /** The line that is being written. */
  line: string
  now: Date
}): Promise<void> {
  const lines = await readLines(folder)
  const [bases, logs] = [lines.flatMap((one) => one.bases), lines.flatMap((one) => one.logs)]
  const taken = [...bases, ...logs].reduce((sum, { bytes }) => sum + bytes, 0)
  const kept = keptBackups(
    {
      line,
      bases: bases.map((base) => ({
        ...base,
        id: base.folder,
        at: Date.parse(base.finishedAt),
        start: segmentStart(base.start),
      })),
      logs: logs.map((log) => ({ ...log, id: log.path })),
    },
    { now: now.getTime(), budget: (taken + (await freeBytes(directory))) * (1 - freeShare) },
  )
  for (const base of bases) if (!kept.has(base.folder)) await removeBase(base)
  for (const { path } of logs) if (!kept.has(path)) await rm(path, { force: true })
  for (const { name, folder: former } of lines) {
    const isLeft = [
      ...bases.map((base) => ({ ...base, id: base.folder })),
      ...logs.map((log) => ({ ...log, id: log.path })),
    ].some(({ id, line: its }) => its === name && kept.has(id))
    if (!isLeft && name !== line) await rm(former, { recursive: true, force: true })
  }
}
