import { call } from '#shared/client/call.ts'
import type { ListMeta, ListName, ListPage, ListWriting } from '#shared/store/lists/list-meta.ts'
import { StaleList, type ListStore } from '#shared/store/lists/list-store.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import { syncedLists } from '#shared/store/lists/synced-lists.ts'

/** In ms. A list older than this is refreshed (specification §4). */
const listStaleMs = 300_000
/**
 * Page sizes: that of specification §9 for changes; for a load, what a window reads and stores in less time than a
 * key press may wait, while the next page is on its way.
 */
const changePageSize = 200
const loadPageSize = 500
const lookEveryMs = 15_000
/** In ms. Hints come in bursts, one per sale. */
const hintRestMs = 500

export type ListRefresh = {
  /** Refreshes now; concurrent callers share one run. Never throws: a failure is stored in the list's meta. */
  refresh(): Promise<void>
  /** The server reported a change: refreshes at once, then once for all hints that arrive within `hintRestMs`. */
  hinted(): void
  /**
   * Refreshes after a random delay of at most `ms`, so that the terminals of all shops do not call at the same instant.
   * An earlier planned refresh stays.
   */
  refreshWithin(ms: number): void
  stop(): void
}

/**
 * Keeps one list fresh; runs in the leading window. `onWritten` is called after each write on disk, with the changes if
 * the write consisted of changes only. `inTurn`: whole loads of several lists run one after the other.
 */
export function keepListFresh(
  list: ListName,
  store: ListStore,
  onWritten: (writing?: ListWriting) => Promise<void> | void,
  inTurn: InTurn = newTurns(),
): ListRefresh {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  let laterAt = Infinity

  const refresh = (): Promise<void> => {
    running ??= runOnce().finally(() => {
      running = undefined
    })
    return running
  }
  const runOnce = async () => {
    if (stopped.signal.aborted) return
    // connection.ts reports a disk that cannot be read.
    const known = await store.readMeta(list).catch(() => undefined)
    if (!known) return
    let meta: ListMeta = known
    try {
      for (;;) {
        const changed: ReadOn | null =
          meta.live && !meta.loading ? await readOn(list, store, meta, stopped.signal) : null
        if (!changed) {
          await inTurn(() => load(list, store, stopped.signal, onWritten))
          return
        }
        meta = changed.next
        await onWritten(changed.writing)
        if (changed.isUpToDate || stopped.signal.aborted) return
      }
    } catch (error) {
      // Another window leads now, or this one closes: it refreshes the list.
      if (error instanceof StaleList || stopped.signal.aborted) return
      const failed = await store
        .markFailed(list, meta.rev, error instanceof Error ? error.message : undefined)
        .catch(() => undefined)
      if (failed) await Promise.resolve(onWritten()).catch(() => undefined)
    }
  }
  // The running refresh may have called the server before the change of the hint.
  const refreshAfter = async () => {
    await running
    await refresh()
  }
  const hints = throttle(refreshAfter, hintRestMs)
  const refreshWithin = (ms: number) => {
    const waitMs = Math.random() * ms
    if (laterAt <= performance.now() + waitMs) return
    clearTimeout(later)
    laterAt = performance.now() + waitMs
    later = setTimeout(() => {
      laterAt = Infinity
      void refreshAfter()
    }, waitMs)
  }
  const look = async () => {
    const meta = await store.readMeta(list).catch(() => undefined)
    if (!meta || stopped.signal.aborted) return
    if (!meta.live || Date.now() - meta.live.syncedAt > listStaleMs) await refresh()
  }
  const looking = setInterval(() => void look(), lookEveryMs)
  void look()

  return {
    refresh,
    hinted: hints.call,
    refreshWithin,
    stop() {
      stopped.abort()
      clearInterval(looking)
      clearTimeout(later)
    },
  }
}

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** In ms. A list that takes longer, or hangs, does not hold the next one up. */
const turnMs = 5_000

/**
 * Runs works one after the other, in the order of asking. A browser has six connections to the server: loads of all
 * lists at once would take them, and the calls of the screen would wait.
 */
export function newTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    const timeIsUp = last.then(() => new Promise((resolve) => setTimeout(resolve, turnMs)))
    last = Promise.race([mine.catch(() => undefined), timeIsUp])
    return mine
  }
}

type ReadOn = { next: ListMeta; writing: ListWriting; isUpToDate: boolean }

/** Fetches the next page of changes and writes it; null when the list must be loaded. */
async function readOn(list: ListName, store: ListStore, meta: ListMeta, signal: AbortSignal): Promise<ReadOn | null> {
  const page = await ask(list, meta.live!, changePageSize, signal)
  // The server was rebuilt or restored, so the cursor is invalid: load everything again while the current content stays
  // in use.
  if (page.epoch !== meta.live!.epoch) return null
  const next = await store.applyChanges(list, meta.rev, page, Date.now())
  return {
    next,
    writing: { since: meta.rev, meta: next, items: page.items, removed: page.removed },
    isUpToDate: !page.more,
  }
}

/** Loads the whole list, or the rest of an interrupted load. Each page is written while the next one is on its way. */
async function load(
  list: ListName,
  store: ListStore,
  signal: AbortSignal,
  onWritten: () => Promise<void> | void,
): Promise<void> {
  if (signal.aborted) return
  let meta = await store.readMeta(list)
  let page = await askOn(list, meta.loading, signal)
  for (;;) {
    const ahead = page.more ? askOn(list, page, signal) : null
    // thrown where it is awaited, unless writing this page fails
    ahead?.catch(() => undefined)
    meta = await store.loadPage(list, meta.rev, page, Date.now())
    await onWritten()
    if (!ahead || signal.aborted) return
    page = await ahead
  }
}

/** The next page of a load; the first one of all when the server was rebuilt or restored since: the rest alone is no list. */
async function askOn(
  list: ListName,
  from: Pick<ListPage, 'cursor' | 'epoch'> | null,
  signal: AbortSignal,
): Promise<ListPage> {
  const page = await ask(list, from ?? fromTheStart, loadPageSize, signal)
  return from && page.epoch !== from.epoch ? ask(list, fromTheStart, loadPageSize, signal) : page
}

const fromTheStart = { cursor: '', epoch: '' }

async function ask(
  list: ListName,
  { cursor, epoch }: Pick<ListPage, 'cursor' | 'epoch'>,
  size: number,
  signal: AbortSignal,
): Promise<ListPage> {
  const reply = await call(
    syncedLists[list],
    { query: { cursor, size, ...(epoch === '' ? {} : { epoch }) } },
    { signal, timeoutMs: 30_000, isInBackground: true },
  )
  return {
    items: reply.items,
    removed: reply.removed ?? [],
    cursor: reply.cursor ?? cursor,
    epoch: reply.epoch ?? '',
    total: reply.total,
    more: reply.more ?? false,
  }
}
