import { call } from '#shared/client/call.ts'
import type { ListMeta, ListName, ListPage, ListWriting } from '#shared/store/lists/list-meta.ts'
import { StaleList, type ListStore } from '#shared/store/lists/list-store.ts'
import { throttle } from '#shared/store/tools/throttle.ts'
import { syncedLists } from '#shared/store/lists/synced-lists.ts'

/** In ms. A list older than this is refreshed (specification §4). */
const listStaleMs = 300_000
/**
 * Page size of specification §9 for changes. A first load of 50,000 rows in pages of 200 would need 250 requests, so it
 * uses the largest page of the contract.
 */
const changePageSize = 200
const firstLoadPageSize = 2000
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
 * the write consisted of changes only.
 */
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
    // connection.ts reports a disk that cannot be read.
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

/** Fetches one page and writes it: changes of the live generation, or the next page of a load. */
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
    // The server was rebuilt or restored, so the cursor is invalid: load everything again while the current content
    // stays in use.
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
