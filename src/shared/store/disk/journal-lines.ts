import { fromBase64, toBase64 } from '#shared/store/tools/base64.ts'

/**
 * The stores of the sales database that the journal copies. Print jobs and the customer display are not important
 * enough.
 */
export const copiedStores = ['sales', 'outbox', 'acknowledged', 'registers', 'patients', 'photos', 'meta'] as const
export type CopiedStore = (typeof copiedStores)[number]

/** The state of one key of one store after write number `at` of its database; without `value` the key was removed. */
export type Change = { at: number; store: CopiedStore; key: string; value?: unknown }
/** Each line names its database by an id: a database that was deleted and made again restarts its write numbers. */
export type JournalLine = { database: string; changes: readonly Change[] }
/** The last change of each key of one database. */
export type JournalState = ReadonlyMap<string, Change>

// ── Lines ──
/**
 * A line begins with a checksum of its content and ends with a newline: a power cut may leave half of the last line.
 */
export function encodeLine(line: JournalLine): string {
  const text = JSON.stringify(line, (_key, value: unknown) =>
    value instanceof Uint8Array ? { $bytes: toBase64(value) } : value,
  )
  return `${checksum(text)} ${text}\n`
}

/** Decodes the intact lines; torn or damaged ones are skipped. */
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

// ── Folding ──
/**
 * Merges lines into the last change of each key. Windows may append in another order than they committed, so the
 * highest write number wins.
 */
export function foldLines(lines: readonly JournalLine[]): Map<string, Map<string, Change>> {
  const databases = new Map<string, Map<string, Change>>()
  for (const { database, changes } of lines) {
    const state = databases.get(database) ?? new Map<string, Change>()
    databases.set(database, state)
    for (const change of changes) noteChange(state, change)
  }
  return databases
}

/** Stores the change unless a later write of the same key is known. */
export function noteChange(state: Map<string, Change>, change: Change): void {
  const key = `${change.store}/${change.key}`
  if ((state.get(key)?.at ?? -1) <= change.at) state.set(key, change)
}

/** Number of writes after which a removal is dropped. No window appends that late. */
const keptRemovals = 1000

/**
 * The fewest changes with the same meaning. Recent removals stay, because a slow window may still append an older
 * change of the same key.
 */
export function compacted(state: JournalState): Change[] {
  const changes = [...state.values()]
  const last = changes.reduce((highest, { at }) => Math.max(highest, at), 0)
  return changes.filter(({ at, value }) => value !== undefined || at > last - keptRemovals)
}

// ── Comparing ──
/** A fingerprint of the content: two states with the same fingerprint hold the same sales with the same edits. */
export function survey(changes: Iterable<Change>): string {
  const marks = [...changes].filter(({ value }) => value !== undefined).map(markOf)
  return checksum(marks.sort().join('\n')) + `:${marks.length}`
}

function markOf({ store, key, value }: Change): string {
  const { editCount, revision, status, seq } = value as {
    editCount?: number
    revision?: number
    status?: string
    seq?: number
  }
  // An acknowledged sale and a photo never change, so their key is enough.
  const mark =
    store === 'registers' || store === 'meta' ? JSON.stringify(value) : [editCount, revision, status, seq].join(',')
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
