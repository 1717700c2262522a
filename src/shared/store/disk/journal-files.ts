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

/** What a journal holds of each database that wrote into it. */
export type JournalSurvey = { database: string; survey: string }[]

/** The second copy of one pharmacy's sales. Every call may throw: no place, no room, a lock that is not given back. */
export type SalesJournal = {
  /** Adds a line behind what stands; when it resolves, it has left the browser for the disk. */
  append(line: JournalLine): Promise<void>
  /** The last word on each key, by database. */
  read(): Promise<JournalLine[]>
  survey(): Promise<JournalSurvey>
  /** In place of everything: the content of one database after its writing `at`, and what later ones appended meanwhile. What stood stays until the new one is whole. */
  replace(line: JournalLine, at: number): Promise<void>
  /** Lets go of what later lines made void. */
  compact(): Promise<void>
}

/** Says that a file is whole from its beginning to here. */
const wholeMark = 'whole\n'
/** Below this nobody gains by it. */
export const smallestToCompact = 4_000_000

/** The journal in a directory of the origin-private file system: one file at a time, `<pharmacyId>.<generation>`. Only a dedicated worker has the means to append to it. */
export function openJournalFiles(directory: FileSystemDirectoryHandle, pharmacyId: string): SalesJournal {
  let current: string | undefined
  const alone = <T>(work: () => Promise<T>) => withLock(lockNames.journal(pharmacyId), work)

  const generations = async (): Promise<string[]> => {
    const names: string[] = []
    for await (const name of directory.keys()) if (name.startsWith(`${pharmacyId}.`)) names.push(name)
    return names.sort((one, other) => generationOf(other) - generationOf(one))
  }
  /**
   * All that stands, oldest first, and the file to append to. It is one file, unless a cut came between the writing of a new one and the removal of the
   * old: then a window may go on appending to the old one, and neither says anything wrong.
   */
  const standing = async (): Promise<{ name: string; text: string } | undefined> => {
    const files: { name: string; text: string }[] = []
    for (const name of await generations()) files.push({ name, text: await textOf(directory, name) })
    // Where a cut took the end of the only one, what is left of it still counts.
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
      // A torn line must not swallow the one behind it.
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
          // Another window has compacted meanwhile.
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
  // A full disk writes less than it was given, without a word.
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
