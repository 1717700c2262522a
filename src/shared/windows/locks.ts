/** Web Locks of the terminal. The browser releases them when a window closes or crashes. */
export const lockNames = {
  leader: 'leader',
  outbox: (pharmacyId: string) => `outbox:${pharmacyId}`,
  /** One writer at a time in the journal of a pharmacy's sales. */
  journal: (pharmacyId: string) => `journal:${pharmacyId}`,
  /** One window at a time compares the journal with the database. */
  journalAudit: (pharmacyId: string) => `journal-audit:${pharmacyId}`,
  /** Held in shared mode by all windows that show a sale: an update takes it exclusively before it reloads windows. */
  saleOpen: 'sale-open',
  sale: (saleId: string) => `sale:${saleId}`,
  /** Held in shared mode by the windows of one build: its files are kept while one is open. */
  build: (version: string) => `build:${version}`,
  /** One window at a time uses the printer of this terminal. */
  printer: 'printer',
  /** Held by the window that had the focus last: it receives the input of HID scanners. */
  scanner: 'scanner',
  /** One window at a time locks a terminal that was left alone. */
  autoLock: 'auto-lock',
  /** One PIN is checked at a time against the records of this terminal. */
  offlineUnlock: 'offline-unlock',
} as const

/** Runs `work` exclusively among the windows, in order of request. */
export function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return navigator.locks.request(name, signal ? { signal } : {}, work)
}

/** Runs `work` at once; whoever had the lock loses it, and its call is rejected with `AbortError`. */
export function takeLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(name, { steal: true }, work)
}

/** Runs `work` if the lock is free, else returns undefined at once. */
export function ifFree<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

export type Release = () => void

/** Takes a lock until released; undefined when another window has it. */
export function hold(name: string, mode: LockMode = 'exclusive'): Promise<Release | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true, mode }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
}

/** In ms. An update normally holds its lock for a few ms; a seller does not wait longer than this. */
const takeOverWaitMs = 300

/**
 * Reserves a sale for this window: takes its own lock, and the shared lock that delays updates. Undefined when another
 * window shows it.
 */
export async function holdSale(saleId: string): Promise<Release | undefined> {
  const release = await hold(lockNames.sale(saleId))
  if (!release) return undefined
  const allowUpdate = await shareSoon(lockNames.saleOpen, takeOverWaitMs)
  return () => {
    release()
    allowUpdate()
  }
}

/**
 * Takes a shared lock now, or as soon as its exclusive holder releases it. Resolves after `waitMs` at the latest; the
 * lock may then follow later.
 */
function shareSoon(name: string, waitMs: number): Promise<Release> {
  const leaving = new AbortController()
  let release: Release = () => leaving.abort()
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(late)
      resolve(() => release())
    }
    const late = setTimeout(goOn, waitMs)
    const granted = () => {
      // The sale was closed meanwhile.
      if (leaving.signal.aborted) return
      return new Promise<void>((done) => {
        release = done
        goOn()
      })
    }
    // Aborted or refused: the sale works without the lock.
    navigator.locks.request(name, { mode: 'shared', signal: leaving.signal }, granted).catch(goOn)
  })
}

/** Ids of the sales shown in any window. */
export async function salesInWindows(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query()
  const prefix = lockNames.sale('')
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

/** Number of open windows of this terminal: each holds or awaits the leader lock. */
export async function countWindows(): Promise<number> {
  const { held = [], pending = [] } = await navigator.locks.query()
  return [...held, ...pending].filter(({ name }) => name === lockNames.leader).length
}
