/** The Web Locks of the terminal: the browser gives them back when a window closes or crashes. */
export const lockNames = {
  leader: 'leader',
  outbox: (pharmacyId: string) => `outbox:${pharmacyId}`,
  /** One writer at a time in the second copy of a pharmacy’s sales. */
  journal: (pharmacyId: string) => `journal:${pharmacyId}`,
  /** One window at a time compares the copy with the database. */
  journalAudit: (pharmacyId: string) => `journal-audit:${pharmacyId}`,
  /** Shared by every window that shows a sale: an update that would reload a window asks for it alone. */
  saleOpen: 'sale-open',
  sale: (saleId: string) => `sale:${saleId}`,
  /** Shared by the windows of one build: its files are kept while one stands. */
  build: (version: string) => `build:${version}`,
  /** One window at a time talks to the printer of this terminal. */
  printer: 'printer',
  /** Held by the window that had the focus last: it hears the scanners that do not type. */
  scanner: 'scanner',
} as const

/** Runs `work` alone among the windows, after those that came before. */
export function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return navigator.locks.request(name, signal ? { signal } : {}, work)
}

/** Runs `work` if nobody holds the lock, else answers undefined at once. */
export function ifFree<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

export type Release = () => void

/** Takes a lock and keeps it until released; undefined when another window has it. */
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

/** An update that takes over holds its lock for milliseconds; a seller does not wait for one that takes longer. */
const takeOverWaitMs = 300

/** Shows one sale in this window alone: its own lock, and the shared one that holds updates back. Undefined when another window shows it. */
export async function holdSale(saleId: string): Promise<Release | undefined> {
  const release = await hold(lockNames.sale(saleId))
  if (!release) return undefined
  const allowUpdate = await shareSoon(lockNames.saleOpen, takeOverWaitMs)
  return () => {
    release()
    allowUpdate()
  }
}

/** Shares a lock now or, when somebody has it alone, as soon as it is free: nobody is kept waiting for it longer than `waitMs`. */
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
      // Its sale was closed in this moment.
      if (leaving.signal.aborted) return
      return new Promise<void>((done) => {
        release = done
        goOn()
      })
    }
    // Closed before its turn, or refused: a sale goes on without it.
    navigator.locks.request(name, { mode: 'shared', signal: leaving.signal }, granted).catch(goOn)
  })
}

/** The sales that some window shows at this moment. */
export async function salesInWindows(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query()
  const prefix = lockNames.sale('')
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}

/** How many windows of this terminal are open: each of them leads, or waits to. */
export async function countWindows(): Promise<number> {
  const { held = [], pending = [] } = await navigator.locks.query()
  return [...held, ...pending].filter(({ name }) => name === lockNames.leader).length
}
