import { posix } from 'node:path'
import { keptBackups } from '#shared/domain/backup/retention.ts'
import { basesInOrder, type Base, type Line } from '#server/backup/medium.ts'
import { isSealedList } from '#server/backup/erasures.ts'
import type { RemoteObject, RemoteStore } from '#server/backup/remote-store.ts'
import { segmentStart } from '#server/backup/unpack-backup.ts'

/** In ms: a base that nobody finishes is removed. */
const unfinishedMs = 7 * 86_400_000

/** Bases and logs of lines as the rules of the domain take them; `pathOf`: where a file lies below the medium. */
export function placed(lines: readonly Line[], pathOf: (path: string) => string = (path) => path) {
  return {
    bases: basesInOrder(lines).map((base): Base & { id: string; at: number } => ({
      ...base,
      id: pathOf(base.folder),
      at: Date.parse(base.finishedAt),
      start: segmentStart(base.start),
    })),
    logs: lines.flatMap((line) => line.logs.map((log) => ({ ...log, id: pathOf(log.path) }))),
  }
}

/**
 * Removes from the bucket what the rule of the medium no longer keeps, whatever medium is there now. False: the key may
 * not remove anything. `mayGoOn` is asked before each removal.
 */
export async function pruneRemote(
  store: RemoteStore,
  {
    objects,
    lines,
    line,
    lists,
    now,
    mayGoOn,
    signal,
  }: {
    objects: readonly RemoteObject[]
    lines: readonly Line[]
    /** The line that is being written. */
    line: string
    /** The lists of erased persons of this line that count; none: all stay. */
    lists: readonly string[]
    now: number
    mayGoOn: () => boolean
    signal: AbortSignal
  },
): Promise<boolean> {
  const { bases, logs } = placed(lines)
  const kept = keptBackups({ line, bases, logs }, { now, budget: Infinity })
  const within = (path: string): RemoteObject[] => objects.filter(({ key }) => key.startsWith(`${path}/`))
  const isLeft = (path: string): boolean => within(path).every(({ at }) => now - at.getTime() > unfinishedMs)
  const gone = [
    ...[...bases, ...logs].flatMap(({ id }) => (kept.has(id) ? [] : [id])),
    ...lines.flatMap(({ unfinished }) => unfinished.filter(isLeft)),
  ]
  const folder = lists[0] && posix.dirname(lists[0])
  for (const { key } of objects) {
    const path = posix.dirname(key)
    if (folder && posix.dirname(path) === folder && isSealedList(path) && !lists.includes(path)) gone.push(path)
  }
  for (const path of new Set(gone))
    // The manifest of a base has the last name: it goes first.
    for (const { key } of within(path).toReversed()) {
      if (!mayGoOn()) return true
      if (!(await store.remove(key, signal))) return false
    }
  return true
}
