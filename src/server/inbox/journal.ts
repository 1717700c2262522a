import { createReadStream } from 'node:fs'
import { open, mkdir, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { JournalEntry } from '#server/inbox/journal-entry.ts'
import { journalFiles, syncDirectory } from '#server/inbox/journal-files.ts'

/**
 * The memory beside PGlite, which never calls fsync: before a terminal hears « accepted », the parcel stands in a file that survives a power cut
 * and the loss of the database's directory. One JSON line per entry, one file per UTC day, never rewritten.
 */
export type Journal = {
  /**
   * Resolves once the entry is on disk, after the bytes that it only names; calls that come together share one sync. Rejects when the disk refuses:
   * then `settle` tries again.
   */
  append(entry: JournalEntry, bytes?: Uint8Array): Promise<void>
  /** Resolves once nothing of this id waits for the disk any more: asked before a stored answer is given again. */
  settle(id: string): Promise<void>
  close(): Promise<void>
}

type Waiting = { entry: JournalEntry; resolve: () => void; reject: (error: unknown) => void }
type Unsettled = { entry: JournalEntry; bytes: Uint8Array | undefined; writing: Promise<void> | null }

export async function openJournal(directory: string): Promise<Journal> {
  await mkdir(directory, { recursive: true })
  const [file, files] = [dayFile(directory), journalFiles(directory)]
  const unsettled = new Map<string, Unsettled>()
  let waiting: Waiting[] = []
  let draining: Promise<void> | undefined

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await file.write(batch.map(({ entry }) => entry)).then(
        () => batch.forEach(({ resolve }) => resolve()),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
    }
    draining = undefined
  }
  const writeDown = async (entry: JournalEntry, bytes: Uint8Array | undefined): Promise<void> => {
    if (bytes) await files.write(bytes)
    await new Promise<void>((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      draining ??= drain()
    })
  }
  const append = (entry: JournalEntry, bytes?: Uint8Array): Promise<void> => {
    const { id } = entry.payload
    const writing = writeDown(entry, bytes).then(
      () => void unsettled.delete(id),
      (error: unknown) => {
        unsettled.set(id, { entry, bytes, writing: null })
        throw error
      },
    )
    unsettled.set(id, { entry, bytes, writing })
    return writing
  }

  return {
    append,
    async settle(id) {
      const open = unsettled.get(id)
      if (open) await (open.writing ?? append(open.entry, open.bytes))
    },
    async close() {
      await Promise.allSettled([...unsettled.values()].map(async ({ writing }) => writing))
      await draining
      await file.close()
    },
  }
}

/** Appends lines to the file of their day and syncs it. */
function dayFile(directory: string): {
  write(entries: readonly JournalEntry[]): Promise<void>
  close(): Promise<void>
} {
  let current: { name: string; handle: FileHandle } | undefined
  // After a cut the last line may lack its end; a line break in front keeps the next one whole, and blank lines are skipped on reading.
  let torn = true

  const handleOf = async (day: string): Promise<FileHandle> => {
    const name = `journal-${day}.jsonl`
    if (current?.name === name) return current.handle
    await current?.handle.close()
    current = undefined
    const handle = await open(join(directory, name), 'a', 0o600)
    current = { name, handle }
    torn = true
    await syncDirectory(directory)
    return handle
  }
  return {
    async write(entries) {
      const day = (entries[0]?.at ?? '').slice(0, 10).replaceAll('-', '')
      const handle = await handleOf(day)
      const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
      const text = torn ? `\n${lines}` : lines
      torn = true
      await handle.appendFile(text)
      await handle.datasync()
      torn = false
    },
    close: async () => current?.handle.close(),
  }
}

export type JournalLines = { entries: JournalEntry[]; unreadable: { file: string; line: number }[] }

/** Every entry, oldest file first, and the lines that are none: a torn last line was never acknowledged, any other is reported by its reader. */
export async function readJournal(directory: string): Promise<JournalLines> {
  const files = (await readdir(directory).catch(() => [])).filter((name) => /^journal-\d{8}\.jsonl$/.test(name)).sort()
  const entries: JournalEntry[] = []
  const unreadable: { file: string; line: number }[] = []
  for (const file of files) {
    let line = 0
    for await (const text of linesOf(join(directory, file))) {
      line += 1
      if (text.trim() === '') continue
      const entry = parseLine(text)
      if (entry) entries.push(entry)
      else unreadable.push({ file, line })
    }
  }
  return { entries, unreadable }
}

/** Line by line: the files of a year are never in memory at once. Not `readline`, for which signs that a name may hold end a line too. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

function parseLine(text: string): JournalEntry | undefined {
  try {
    return JournalEntry.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
