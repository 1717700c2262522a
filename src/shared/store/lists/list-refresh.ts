import { call } from '#shared/client/call.ts'
import type { ListMeta, ListName, ListPage, ListWriting } from '#shared/store/lists/list-meta.ts'
import { StaleList, type ListStore } from '#shared/store/lists/list-store.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import { syncedLists } from '#shared/store/lists/synced-lists.ts'

/** A list older than this is asked for again (specification §4). */
const listStaleMs = 300_000
/** Specification §9 for what changed since; a first load of 50,000 rows in pages of 200 would ask 250 times, so it takes the largest page of the contract. */
const changePageSize = 200
const firstLoadPageSize = 2000
const lookEveryMs = 15_000
/** Hints come in bursts, one per sale. */
const hintRestMs = 500

export type ListRefresh = {
  /** Brings the list up to date now; callers in the meantime share one run. Never throws: a failure is flagged in the list's meta. */
  refresh(): Promise<void>
  /** The server says that the list changed: it is asked at once, and for what changes in the next moment, together, when that is over. */
  hinted(): void
  /** Refreshes within that time, by chance, so that the tills of all shops do not ask in the same instant. What is due sooner stays so. */
  refreshWithin(ms: number): void
  stop(): void
}

/** Keeps one list fresh: the leader's work. `onWritten` hears of every writing of the list on disk, and what was written where that is changes only. */
export function keepListFresh(
  list: ListName,
  store: ListStore,
  onWritten: (writing?: ListWriting) => Promise<void> | void,
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
    // A disk that cannot be read says so by itself (connection.ts).
    let meta = await store.readMeta(list).catch(() => undefined)
    if (!meta) return
    try {
      for (;;) {
        const { next, writing, isUpToDate } = await step(list, store, meta, stopped.signal)
        meta = next
        await onWritten(writing)
        if (isUpToDate || stopped.signal.aborted) return
      }
    } catch (error) {
      // Another window leads by now, or this one closes: the list is in other hands.
      if (error instanceof StaleList || stopped.signal.aborted) return
      const failed = await store
        .markFailed(list, meta.rev, error instanceof Error ? error.message : undefined)
        .catch(() => undefined)
      if (failed) await Promise.resolve(onWritten()).catch(() => undefined)
    }
  }
  // A run under way may have asked before the change that is hinted at.
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

/** Asks for one page and writes it: changes of the live generation, or the next page of a load. */
async function step(
  list: ListName,
  store: ListStore,
  meta: ListMeta,
  signal: AbortSignal,
): Promise<{ next: ListMeta; writing?: ListWriting; isUpToDate: boolean }> {
  if (meta.live && !meta.loading) {
    const page = await ask(list, meta.live, changePageSize, signal)
    if (page.epoch === meta.live.epoch) {
      const next = await store.applyChanges(list, meta.rev, page, Date.now())
      return {
        next,
        writing: { since: meta.rev, meta: next, items: page.items, removed: page.removed },
        isUpToDate: !page.more,
      }
    }
    // The server was rebuilt or restored: our cursor means nothing to it. Read everything again, beside what we have.
  }
  const page = await ask(list, meta.loading ?? fromTheStart, firstLoadPageSize, signal)
  const isForeign = meta.loading && page.epoch !== meta.loading.epoch
  const first = isForeign ? await ask(list, fromTheStart, firstLoadPageSize, signal) : page
  return { next: await store.loadPage(list, meta.rev, first, Date.now()), isUpToDate: !first.more }
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
    { signal, timeoutMs: 30_000 },
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
