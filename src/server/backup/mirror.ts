import { stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { remoteBaseDue, remoteLogs } from '#shared/domain/backup/remote-copy.ts'
import { sealedLists } from '#server/backup/erasures.ts'
import { linesOfKey, type Base, type Line, type Manifest } from '#server/backup/medium.ts'
import { openMirrorNotes } from '#server/backup/mirror-notes.ts'
import { remoteLinesOfKey } from '#server/backup/remote-holding.ts'
import { placed, pruneRemote } from '#server/backup/remote-prune.ts'
import { openSending, type Sent } from '#server/backup/remote-sending.ts'
import { RemoteFault, type RemoteStore } from '#server/backup/remote-store.ts'

export type MirrorOptions = {
  store: RemoteStore
  /** The bucket, as the settings name it. */
  place: string
  /** The medium, which is copied. */
  directory: string
  dataDirectory: string
  recipient: string
  /** What the backup writes now; null: the medium is away, or this is a copy. Nothing is sent or removed then. */
  writing: () => { folder: string; line: string; storedUntil: Date | null } | null
  now?: () => Date
  /** In ms: between two rounds, and after a failure. */
  roundMs?: number
  retryMs?: number
}

/**
 * `state`: `waiting` for a backup that writes to the medium, `offline` without the network or the store. `since`: when
 * this bucket was first tried. `storedUntil`: what was committed until then can be restored from it. `sentBytes`: in the
 * last 24 hours of this process. `keepsAll`: the key may remove nothing.
 */
type MirrorStatus = {
  place: string
  state: 'waiting' | 'offline' | 'failing' | 'sending' | 'current'
  since: Date | null
  storedUntil: Date | null
  newestBaseAt: Date | null
  waitingBytes: number | null
  sentBytes: number
  keepsAll: boolean
  fault: string | null
}

export type Mirror = {
  start(): void
  status(): MirrorStatus
  stop(): Promise<void>
}

type Here = NonNullable<ReturnType<MirrorOptions['writing']>>

const pruneMs = 86_400_000
/** In ms: the longest wait after failures, and for a backup that does not write. */
const [mostRetryMs, awayMs] = [15 * 60_000, 5_000]
/** In ms: how long the end waits for a medium that does not answer. */
const lastMs = 2_000

/**
 * Copies the medium to a bucket when the network allows, as long as it runs: the log every five minutes, a base a week.
 * It reads what the medium has already, so neither a sale nor the medium waits for the network.
 */
export function openMirror(options: MirrorOptions): Mirror {
  const { store, place, directory, recipient, writing, now = () => new Date() } = options
  const { roundMs = 5 * 60_000, retryMs = 30_000 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const sending = openSending({ store, signal, now })
  const notes = openMirrorNotes(join(options.dataDirectory, 'backup-remote.json'), place)
  const manifests = new Map<string, Manifest | undefined>()
  let plan: Sent[] = []
  let [loggedAt, prunedAt] = [-Infinity, -Infinity]
  let [isBusy, keepsAll, failures] = [false, false, 0]
  let fault: { text: string; isDown: boolean } | null = null
  let newestBaseAt: Date | null = null
  let running: Promise<void> = Promise.resolve()

  const run = async (): Promise<void> => {
    await notes.read(now())
    while (!signal.aborted) {
      const here = writing()
      const wait = here ? await round(here) : Math.min(retryMs, awayMs)
      await pause(wait, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Resolves with how long to wait, in ms. */
  const round = async (here: Here): Promise<number> => {
    isBusy = true
    try {
      const due = await sendLogs(here)
      if (due) await sendBase(here, due)
      if (due || now().getTime() - prunedAt > pruneMs) await prune(here)
      fault = null
      failures = 0
      return roundMs
    } catch (error) {
      if (signal.aborted) return 0
      // A medium that was unplugged meanwhile is told by the backup itself.
      const { message: text } = error as Error
      fault = writing() && { text, isDown: error instanceof RemoteFault && error.isDown }
      return Math.min(retryMs * 2 ** failures++, mostRetryMs)
    } finally {
      isBusy = false
    }
  }

  /** Sends what is new of the log; resolves with the base that is due. */
  const sendLogs = async (here: Here): Promise<Base | undefined> => {
    const { storedUntil } = writing() ?? here
    loggedAt = now().getTime()
    const remote = await remoteLines(here)
    const mine = placed(await linesOfKey(directory, recipient, here.folder), pathOf)
    const theirs = placed(remote)
    const judged = remoteBaseDue(mine, theirs, { line: here.line, now: now().getTime() })
    const own = remote.find(({ name }) => name === here.line)
    const due = judged && (begun(mine.bases, own) ?? judged.base)
    const logs = remoteLogs(mine.logs, [...theirs.bases, ...(due ? [due] : [])])
    const files = logs.map(({ path, bytes }) => ({ from: path, path: pathOf(path), bytes }))
    const lists = await listsOf(here)
    plan = [...lists, ...files, ...(due ? partsOf(due) : [])]
    for (const file of [...lists, ...files]) await sending.send(file, noteProgress)
    const newest = theirs.bases.at(-1)
    newestBaseAt = newest ? new Date(newest.finishedAt) : null
    if (own && own.bases.length > 0 && !judged?.isCut && storedUntil) await notes.write(storedUntil)
    return due
  }

  const sendBase = async (here: Here, base: Base): Promise<void> => {
    for (const part of partsOf(base))
      await sending.send(part, async () => {
        noteProgress()
        if (now().getTime() - loggedAt >= roundMs) await sendLogs(here)
      })
    // The medium has the log that the base needs. Once the bucket has it too, the manifest follows and the base counts.
    await sendLogs(here)
    const from = join(base.folder, 'manifest.json')
    for (const manifest of await asTheyAre([from], pathOf)) await sending.send(manifest, noteProgress)
    await sendLogs(here)
  }

  const prune = async (here: Here): Promise<void> => {
    prunedAt = now().getTime()
    const objects = await sending.refresh()
    const lines = await remoteLines(here)
    const lists = await listsOf(here)
    const mayGoOn = (): boolean => writing()?.line === here.line
    const isListed = sending.waiting(lists) === 0
    const kept = { objects, lines, line: here.line, lists: isListed ? lists.map(({ path }) => path) : [] }
    keepsAll = !(await pruneRemote(store, { ...kept, now: prunedAt, mayGoOn, signal }))
    await sending.refresh()
  }

  const noteProgress = (): void => void (failures = 0)
  const remoteLines = async (here: Here): Promise<Line[]> =>
    remoteLinesOfKey(store, await sending.held(), { recipient, own: basename(here.folder), manifests, signal })
  const pathOf = (path: string): string => relative(directory, path).split(sep).join('/')
  const listsOf = async ({ folder, line }: Here): Promise<Sent[]> =>
    asTheyAre(await sealedLists(join(folder, line)), pathOf)
  const partsOf = ({ folder, parts }: Base): Sent[] =>
    parts.map(({ name, size }) => ({ from: join(folder, name), path: pathOf(join(folder, name)), bytes: size }))
  const stateNow = (waitingBytes: number | null): MirrorStatus['state'] => {
    if (writing() === null) return 'waiting'
    if (fault) return fault.isDown ? 'offline' : 'failing'
    if (isBusy && waitingBytes !== 0) return 'sending'
    // The medium has no base yet.
    return notes.now().storedUntil === null ? 'waiting' : 'current'
  }

  return {
    start: () => void (running = run()),
    status() {
      const waitingBytes = sending.waiting(plan)
      return {
        place,
        state: stateNow(waitingBytes),
        ...notes.now(),
        newestBaseAt,
        waitingBytes,
        sentBytes: sending.sentBytes(),
        keepsAll,
        fault: fault?.text ?? null,
      }
    },
    async stop() {
      stopping.abort()
      await Promise.race([running, pause(lastMs, undefined, { ref: false })])
    },
  }
}

type PlacedBase = ReturnType<typeof placed>['bases'][number]

/** The base that was begun before: one that takes longer than a day is not given up for the next one. */
function begun(bases: readonly PlacedBase[], own: Line | undefined): PlacedBase | undefined {
  return bases.findLast(
    (base) =>
      base.line === own?.name &&
      own.unfinished.includes(base.id) &&
      own.bases.every(({ finishedAt }) => finishedAt < base.finishedAt),
  )
}

/** Files to be sent as long as they are now. */
function asTheyAre(paths: readonly string[], pathOf: (path: string) => string): Promise<Sent[]> {
  return Promise.all(paths.map(async (from) => ({ from, path: pathOf(from), bytes: (await stat(from)).size })))
}
