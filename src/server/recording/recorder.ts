import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { createSealed, type SealedWriter } from '#server/backup/sealed-file.ts'
import type { RecoveryKey } from '#server/backup/recovery-key.ts'
import { openRounds } from '#server/base/rounds.ts'
import type { Database } from '#server/db/database.ts'
import type { CallRecord } from '#server/recording/call-record.ts'
import { erasedSince } from '#server/recording/erased.repo.ts'
import { nextFileName, packLines, readLines, recordFiles, rewrite } from '#server/recording/record-files.ts'

/** Keeps the calls of the last days, sealed, for the trial of a new version. No call waits for it or fails by it. */
export type Recorder = {
  start(): void
  /** A line of JSON, to be stored within a second. */
  note(line: string): void
  /** Empties the records of erased persons now, instead of at the next round. */
  forgetErased(): void
  /** Stores what waits, and what is too old or too much goes. Resolves when it is done. */
  tidy(): Promise<void>
  stop(): Promise<void>
}

export type RecorderOptions = {
  folder: string
  key: RecoveryKey
  database: Database
  now?: () => Date
  onError: (error: unknown) => void
  /** Bytes of all files. */
  mostBytes?: number
}

export const recordedDays = 7
export const mostRecordedBytes = 200_000_000
/** In ms: how often what waits is stored, how long a file grows, and how often old files and erased persons are looked for. */
const [flushMs, fileMs, roundMs] = [1_000, 3_600_000, 600_000]
/** Characters that may wait; what comes beyond them is lost, and the file says so. */
const mostWaiting = 8_000_000
/** Bytes of a file: it is read whole. */
const fileBytes = 16_000_000
const dayMs = 86_400_000
/** Lines that are searched without a breath between: a few ms. */
const linesAtOnce = 500
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

/** Where the calls of a data directory are kept. */
export function recordedFolder(dataDirectory: string): string {
  return join(resolve(dataDirectory), 'recorded')
}

export function openRecorder(options: RecorderOptions): Recorder {
  const { folder, key, database, now = () => new Date(), onError, mostBytes = mostRecordedBytes } = options
  let waiting: string[] = []
  let size = 0
  let file: { writer: SealedWriter; name: string; since: number; bytes: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  /** Everything that touches the files, one after the other. */
  let queue: Promise<void> = Promise.resolve()
  /**
   * How often the files were searched for an erased person, by id and moment of the erasure: an answer that was under way
   * needs a second time, and who came back is erased again.
   */
  const searched = new Map<string, number>()
  const rounds = openRounds(() => tidy(), { firstMs: 60_000, roundMs, onError })

  const queued = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch(onError)
    return queue
  }
  const says = (kind: 'begin' | 'end' | 'lost'): string => {
    const at = now().toISOString()
    return JSON.stringify({ kind, at, endedAt: at } satisfies CallRecord)
  }
  const add = (line: string): void => {
    waiting.push(line)
    size += line.length
    timer ??= setTimeout(() => {
      timer = undefined
      void queued(flush)
    }, flushMs).unref()
  }

  async function flush(): Promise<void> {
    if (waiting.length === 0) return
    const lines = waiting
    waiting = []
    size = 0
    try {
      if (file && (now().getTime() - file.since > fileMs || file.bytes > fileBytes)) await closeFile()
      file ??= await openFile()
      const packed = await packLines(lines)
      await file.writer.append(packed)
      file.bytes += packed.length
    } catch (error) {
      await file?.writer.abandon()
      file = undefined
      waiting = [says('lost'), ...waiting]
      throw error
    }
  }

  async function openFile() {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const at = now()
    const name = nextFileName(await recordFiles(folder), at)
    return { writer: await createSealed(join(folder, name), key.recipient), name, since: at.getTime(), bytes: 0 }
  }

  async function closeFile(): Promise<void> {
    await file?.writer.end()
    file = undefined
  }

  async function tidyFiles(): Promise<void> {
    const oldest = now().getTime() - recordedDays * dayMs
    let left = mostBytes
    for (const { name, at, bytes } of (await recordFiles(folder)).toReversed()) {
      left -= bytes
      if ((left >= 0 && at.getTime() >= oldest) || name === file?.name) continue
      await rm(join(folder, name), { force: true })
    }
  }

  async function empty(): Promise<void> {
    const since = new Date(now().getTime() - (recordedDays + 1) * dayMs)
    const erased = await database.platform((tx) => erasedSince(tx, since))
    const due = erased
      .map(({ id, erasedAt }) => ({ id, mark: `${id}@${erasedAt.toISOString()}` }))
      .filter(({ mark }) => (searched.get(mark) ?? 0) < 2)
    if (due.length === 0) return
    const ids = new Set(due.map(({ id }) => id))
    await flush()
    await closeFile()
    for (const { name } of await recordFiles(folder)) {
      const kept = await emptiedLines(await readLines(folder, name, key.identity), ids)
      if (kept) await rewrite(folder, name, { lines: kept, recipient: key.recipient })
    }
    for (const { mark } of due) searched.set(mark, (searched.get(mark) ?? 0) + 1)
  }

  const tidy = async (): Promise<void> => {
    await queued(flush)
    await queued(tidyFiles)
    await queued(empty)
  }

  return {
    start() {
      isOpen = true
      add(says('begin'))
      rounds.start()
    },
    note(line) {
      if (!isOpen) return
      if (size + line.length <= mostWaiting) add(line)
      else if (!waiting.at(-1)?.startsWith('{"kind":"lost"')) add(says('lost'))
    },
    forgetErased: () => void queued(empty),
    tidy,
    async stop() {
      await rounds.stop()
      if (!isOpen) return
      isOpen = false
      clearTimeout(timer)
      waiting.push(says('end'))
      await queued(flush)
      await queued(closeFile)
    },
  }
}

/** What stays of the lines without those that name one of these ids; undefined: none does. The calls of the shop go on. */
async function emptiedLines(lines: readonly string[], ids: ReadonlySet<string>): Promise<string[] | undefined> {
  const kept: string[] = []
  let isChanged = false
  for (const [index, line] of lines.entries()) {
    if (index % linesAtOnce === 0) await breath()
    const left = namesOneOf(line, ids) ? emptied(line) : line
    isChanged ||= left !== line
    if (left !== null) kept.push(left)
  }
  return isChanged ? kept : undefined
}

function namesOneOf(line: string, ids: ReadonlySet<string>): boolean {
  for (const [id] of line.matchAll(uuid)) if (ids.has(id.toLowerCase())) return true
  return false
}

/** What stays of a call that names an erased person: of one that wrote, that the others may depend on it. */
function emptied(line: string): string | null {
  const { kind, method, path, at, endedAt } = JSON.parse(line) as Record<string, string>
  if (kind !== 'call') return line
  return method === 'GET' ? null : JSON.stringify({ kind: 'gap', at, endedAt, method, path })
}
