import {
  compacted,
  decodeLines,
  encodeLine,
  foldLines,
  survey,
  type Change,
  type JournalLine,
} from '#shared/store/disk/journal-lines.ts'
import { lockNames, withLock } from '#shared/windows/locks.ts'

/** Fingerprint of the journal's content, for each database that wrote into it. */
export type JournalSurvey = { database: string; survey: string }[]

/**
 * The journal: the second copy of one pharmacy's sales. Each call may throw: no file system, no free space, or a lock
 * that is not released.
 */
export type SalesJournal = {
  /** Appends a line; resolves after the line was flushed to disk. */
  append(line: JournalLine): Promise<void>
  /** The last change of each key, grouped by database. */
  read(): Promise<JournalLine[]>
  survey(): Promise<JournalSurvey>
  /**
   * Replaces the journal by `line`, the content of one database after its write number `at`, plus the changes that
   * later writes appended meanwhile. The old file stays until the new one is complete.
   */
  replace(line: JournalLine, at: number): Promise<void>
  /** Removes changes that later ones have overwritten. */
  compact(): Promise<void>
}

/** Written last into a new file: the file is complete up to here. */
const wholeMark = 'whole\n'
/** In characters. Smaller journals are not worth compacting. */
export const smallestToCompact = 4_000_000

/**
 * The journal in a directory of the origin-private file system, one file at a time: `<pharmacyId>.<generation>`. Works
 * only in a dedicated worker: `createSyncAccessHandle` exists nowhere else.
 */
export function openJournalFiles(directory: FileSystemDirectoryHandle, pharmacyId: string): SalesJournal {
  let current: string | undefined
  const alone = <T>(work: () => Promise<T>) => withLock(lockNames.journal(pharmacyId), work)

  const generations = async (): Promise<string[]> => {
    const names: string[] = []
    for await (const name of directory.keys()) if (name.startsWith(`${pharmacyId}.`)) names.push(name)
    return names.sort((one, other) => generationOf(other) - generationOf(one))
  }
  /**
   * The text of all files, oldest first, and the name of the file to append to. There is more than one file only after
   * a crash between writing the new file and deleting the old one. A window may then still append to the old file;
   * reading both is safe, because the highest write number of a key wins.
   */
  const standing = async (): Promise<{ name: string; text: string } | undefined> => {
    const files: { name: string; text: string }[] = []
    for (const name of await generations()) files.push({ name, text: await textOf(directory, name) })
    // When a crash cut off the end of the only file, the rest of it still counts.
    const current = files.find(({ text }) => text.includes(wholeMark)) ?? files[0]
    const texts = files.map(({ text }) => text).toReversed()
    return current && { name: current.name, text: texts.join('\n') }
  }
  const make = async (lines: readonly JournalLine[]): Promise<string> => {
    const old = await generations()
    const name = `${pharmacyId}.${(old[0] ? generationOf(old[0]) : 0) + 1}`
    await withFile(await directory.getFileHandle(name, { create: true }), (file) => {
      file.truncate(0)
      write(file, lines.map(encodeLine).join('') + wholeMark, 0)
    })
    for (const gone of old) await directory.removeEntry(gone).catch(() => undefined)
    return name
  }
  const appendTo = async (name: string, text: string) =>
    withFile(await directory.getFileHandle(name), (file) => {
      const size = file.getSize()
      const last = new Uint8Array(1)
      if (size > 0) file.read(last, { at: size - 1 })
      // A torn last line must not corrupt the line appended after it.
      write(file, last[0] === newline ? text : `\n${text}`, size)
    })

  const read = async (): Promise<JournalLine[]> => {
    const databases = foldLines(decodeLines((await standing())?.text ?? ''))
    return [...databases].map(([database, state]) => ({ database, changes: [...state.values()] }))
  }

  return {
    append(line) {
      const text = encodeLine(line)
      return alone(async () => {
        current ??= (await standing())?.name ?? (await make([]))
        try {
          await appendTo(current, text)
        } catch (error) {
          // Another window has compacted the journal and deleted this file.
          if (!isNotFound(error)) throw error
          current = (await standing())?.name ?? (await make([]))
          await appendTo(current, text)
        }
      })
    },
    read: () => alone(read),
    async survey() {
      return (await alone(read)).map(({ database, changes }) => ({ database, survey: survey(changes) }))
    },
    replace: (line, at) =>
      alone(async () => {
        const stands =
          foldLines(decodeLines((await standing())?.text ?? '')).get(line.database) ?? new Map<string, Change>()
        current = await make([
          line,
          { database: line.database, changes: [...stands.values()].filter((change) => change.at > at) },
        ])
      }),
    compact: () =>
      alone(async () => {
        const stands = await standing()
        if (!stands || stands.text.length < smallestToCompact) return
        const lines = [...foldLines(decodeLines(stands.text))].map(([database, state]) => ({
          database,
          changes: compacted(state),
        }))
        if (lines.map(encodeLine).join('').length * 2 < stands.text.length) current = await make(lines)
      }),
  }
}

const newline = 0x0a

async function textOf(directory: FileSystemDirectoryHandle, name: string): Promise<string> {
  return withFile(await directory.getFileHandle(name), (file) => {
    const bytes = new Uint8Array(file.getSize())
    file.read(bytes, { at: 0 })
    return new TextDecoder().decode(bytes)
  })
}

async function withFile<T>(handle: FileSystemFileHandle, work: (file: FileSystemSyncAccessHandle) => T): Promise<T> {
  const file = await handle.createSyncAccessHandle()
  try {
    return work(file)
  } finally {
    file.close()
  }
}

function write(file: FileSystemSyncAccessHandle, text: string, at: number): void {
  const bytes = new TextEncoder().encode(text)
  // On a full disk `write` returns a smaller number of bytes and does not throw.
  if (file.write(bytes, { at }) !== bytes.length) {
    file.truncate(at)
    throw new DOMException('the disk is full', 'QuotaExceededError')
  }
  file.flush()
}

function generationOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('.') + 1))
}

function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError'
}
