import { fromBase64, toBase64 } from '#shared/store/tools/base64.ts'

/** The stores of the sales database that have a second copy. Paper and what the customer is shown are not worth one. */
export const copiedStores = ['sales', 'outbox', 'acknowledged', 'registers', 'patients', 'photos', 'meta'] as const
export type CopiedStore = (typeof copiedStores)[number]

/** One key of one store as the writing number `at` of its database left it; without `value` it was removed. */
export type Change = { at: number; store: CopiedStore; key: string; value?: unknown }
/** A database names itself in each line: one that was thrown away and made again counts its writings anew. */
export type JournalLine = { database: string; changes: readonly Change[] }
/** What a journal knows of one database: the last word on each key. */
export type JournalState = ReadonlyMap<string, Change>

// ── lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
/** A line ends with a newline and begins with a checksum of the rest: a power cut may leave half of the last one. */
export function encodeLine(line: JournalLine): string {
  const text = JSON.stringify(line, (_key, value: unknown) =>
    value instanceof Uint8Array ? { $bytes: toBase64(value) } : value,
  )
  return `${checksum(text)} ${text}\n`
}

/** The lines that are whole; what is torn or damaged is passed over. */
export function decodeLines(text: string): JournalLine[] {
  return text.split('\n').flatMap((line) => decodeLine(line) ?? [])
}

function decodeLine(line: string): JournalLine | undefined {
  const body = line.slice(9)
  if (line.length < 10 || line.slice(0, 8) !== checksum(body)) return undefined
  return JSON.parse(body, (_key, value: unknown) => (isBytes(value) ? fromBase64(value.$bytes) : value)) as JournalLine
}

function isBytes(value: unknown): value is { $bytes: string } {
  return typeof value === 'object' && value !== null && typeof (value as { $bytes?: unknown }).$bytes === 'string'
}

// ── what they add up to ────────────────────────────────────────────────────────────────────────────────────────────────
/** Windows append as they come, not as they committed: of each key the highest writing number is the last word. */
export function foldLines(lines: readonly JournalLine[]): Map<string, Map<string, Change>> {
  const databases = new Map<string, Map<string, Change>>()
  for (const { database, changes } of lines) {
    const state = databases.get(database) ?? new Map<string, Change>()
    databases.set(database, state)
    for (const change of changes) noteChange(state, change)
  }
  return databases
}

/** Keeps the change unless a later writing of the same key is known. */
export function noteChange(state: Map<string, Change>, change: Change): void {
  const key = `${change.store}/${change.key}`
  if ((state.get(key)?.at ?? -1) <= change.at) state.set(key, change)
}

/** Long after any window that was slow to append. */
const keptRemovals = 1000

/** The fewest changes that say the same. Removals of late stay: a slow window may still append what came before them. */
export function compacted(state: JournalState): Change[] {
  const changes = [...state.values()]
  const last = changes.reduce((highest, { at }) => Math.max(highest, at), 0)
  return changes.filter(({ at, value }) => value !== undefined || at > last - keptRemovals)
}

// ── do two of them say the same? ───────────────────────────────────────────────────────────────────────────────────────
/** What a state holds, in few words: two with the same survey hold the same sales in the same stand. */
export function survey(changes: Iterable<Change>): string {
  const marks = [...changes].filter(({ value }) => value !== undefined).map(markOf)
  return checksum(marks.sort().join('\n')) + `:${marks.length}`
}

function markOf({ store, key, value }: Change): string {
  const { version, revision, status, seq } = value as {
    version?: number
    revision?: number
    status?: string
    seq?: number
  }
  // What was once ended never changes: its key says enough.
  const mark =
    store === 'registers' || store === 'meta' ? JSON.stringify(value) : [version, revision, status, seq].join(',')
  return store === 'acknowledged' || store === 'photos' ? `${store}/${key}` : `${store}/${key} ${mark}`
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32 over the characters, as eight hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    crc = table[(crc ^ code) & 0xff]! ^ (crc >>> 8)
    if (code > 0xff) crc = table[(crc ^ (code >>> 8)) & 0xff]! ^ (crc >>> 8)
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')
}
