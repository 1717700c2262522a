import { open, mkdir, readdir, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { JournalEntry } from '#server/inbox/journal-entry.ts'

/**
 * The memory beside PGlite, which never calls fsync: before a terminal hears « accepted », the parcel stands in a file that survives a power cut
 * and the loss of the database's directory. One JSON line per entry, one file per UTC day, never rewritten.
 */
export type Journal = {
  /** Resolves once the entry is on disk; calls that come together share one sync. Rejects when the disk refuses: then `settle` tries again. */
  append(entry: JournalEntry): Promise<void>
  /** Resolves once nothing of this id waits for the disk any more: asked before a stored answer is given again. */
  settle(id: string): Promise<void>
  close(): Promise<void>
}

type Waiting = { entry: JournalEntry; resolve: () => void; reject: (error: unknown) => void }

export async function openJournal(directory: string): Promise<Journal> {
  await mkdir(directory, { recursive: true })
  const file = dayFile(directory)
  const unsettled = new Map<string, { entry: JournalEntry; writing: Promise<void> | null }>()
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
  const append = (entry: JournalEntry): Promise<void> => {
    const writing = new Promise<void>((resolve, reject) => waiting.push({ entry, resolve, reject })).then(
      () => void unsettled.delete(entry.payload.id),
      (error: unknown) => {
        unsettled.set(entry.payload.id, { entry, writing: null })
        throw error
      },
    )
    unsettled.set(entry.payload.id, { entry, writing })
    draining ??= drain()
    return writing
  }

  return {
    append,
    async settle(id) {
      const open = unsettled.get(id)
      if (open) await (open.writing ?? append(open.entry))
    },
    async close() {
      await draining
      await file.close()
    },
  }
}

/** Appends lines to the file of their day and syncs it. */
function dayFile(directory: string): { write(entries: readonly JournalEntry[]): Promise<void>; close(): Promise<void> } {
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

/** A new file is only found after a cut when its directory was synced too. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Every entry, oldest file first, and the lines that are none: a torn last line was never acknowledged, any other is reported by its reader. */
export async function readJournal(directory: string): Promise<{ entries: JournalEntry[]; unreadable: { file: string; line: number }[] }> {
  const files = (await readdir(directory).catch(() => [])).filter((name) => /^journal-\d{8}\.jsonl$/.test(name)).sort()
  const entries: JournalEntry[] = []
  const unreadable: { file: string; line: number }[] = []
  for (const file of files) {
    const lines = (await readFile(join(directory, file), 'utf8')).split('\n')
    lines.forEach((text, index) => {
      if (text.trim() === '') return
      const entry = parseLine(text)
      if (entry) entries.push(entry)
      else unreadable.push({ file, line: index + 1 })
    })
  }
  return { entries, unreadable }
}

function parseLine(text: string): JournalEntry | undefined {
  try {
    return JournalEntry.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
