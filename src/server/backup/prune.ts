import { rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backupBudget, keptBackups } from '#shared/domain/backup/retention.ts'
import { basesInOrder, freeBytes, linesOfKey, removeBase } from '#server/backup/medium.ts'
import { segmentStart } from '#server/backup/unpack-backup.ts'

/** Takes away what the rule no longer keeps (`domain/backup/retention.ts`), within what the medium has room for. */
export async function prune({
  directory,
  folder,
  line,
  recipient,
  now,
}: {
  directory: string
  /** Of the shop on the medium. */
  folder: string
  /** The line that is being written. */
  line: string
  /** What other folders of this key hold is of the same pharmacy, before its PostgreSQL had another major version. */
  recipient: string
  now: Date
}): Promise<void> {
  const lines = await linesOfKey(directory, recipient, folder)
  const [bases, logs] = [basesInOrder(lines), lines.flatMap((one) => one.logs)]
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
    {
      now: now.getTime(),
      budget: backupBudget({ taken, free: await freeBytes(directory), newest: bases.at(-1)?.bytes ?? 0 }),
    },
  )
  for (const base of bases) if (!kept.has(base.folder)) await removeBase(base)
  for (const one of lines) {
    for (const left of one.unfinished) await rm(left, { recursive: true, force: true })
    if (one.isUnsure) continue
    for (const { path } of one.logs) if (!kept.has(path)) await rm(path, { force: true })
    const isLeft = one.bases.some((base) => kept.has(base.folder)) || one.logs.some(({ path }) => kept.has(path))
    if (isLeft || one.name === line) continue
    await rm(one.folder, { recursive: true, force: true })
    // The folder of a former system, when this was its last line.
    await rmdir(dirname(one.folder)).catch(() => undefined)
  }
}
