/**
 * Web Locks for Node 20, which has none: names, modes, `ifAvailable`, `signal` and `query` as the standard says, first come first served.
 * All windows of a test share one manager, as the windows of a browser do.
 */
type Held = { name: string; mode: LockMode }
type Waiting = Held & { grant: () => void }
type Work = (lock: Lock | null) => unknown

export class WebLocks {
  private held: Held[] = []
  private waiting: Waiting[] = []

  async request(name: string, optionsOrWork: LockOptions | Work, maybeWork?: Work): Promise<unknown> {
    const [options, work] = typeof optionsOrWork === 'function' ? [{}, optionsOrWork] : [optionsOrWork, maybeWork!]
    const mode = options.mode ?? 'exclusive'
    const wanted: Held = { name, mode }
    options.signal?.throwIfAborted()
    // The standard never runs the callback in the same turn.
    await Promise.resolve()
    if (options.ifAvailable && !this.isFree(wanted)) return work(null)
    if (!this.isFree(wanted)) await this.turn(wanted, options.signal)
    else this.held.push(wanted)
    try {
      return await work(wanted)
    } finally {
      this.held.splice(this.held.indexOf(wanted), 1)
      this.grantNext()
    }
  }

  query(): Promise<LockManagerSnapshot> {
    return Promise.resolve({ held: this.held.map((lock) => ({ ...lock })), pending: this.waiting.map(({ name, mode }) => ({ name, mode })) })
  }

  private isFree(wanted: Held): boolean {
    const isTaken = this.held.some((lock) => lock.name === wanted.name && (lock.mode === 'exclusive' || wanted.mode === 'exclusive'))
    return !isTaken && !this.waiting.some((lock) => lock.name === wanted.name && lock !== wanted)
  }

  private turn(wanted: Held, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = { ...wanted, grant: () => { this.held.push(wanted); resolve() } }
      this.waiting.push(entry)
      signal?.addEventListener('abort', () => {
        const at = this.waiting.indexOf(entry)
        if (at < 0) return
        this.waiting.splice(at, 1)
        reject(signal.reason as Error)
        this.grantNext()
      })
    })
  }

  private grantNext(): void {
    for (const entry of this.waiting.slice()) {
      const isTaken = this.held.some((lock) => lock.name === entry.name && (lock.mode === 'exclusive' || entry.mode === 'exclusive'))
      const isBehind = this.waiting.slice(0, this.waiting.indexOf(entry)).some((other) => other.name === entry.name)
      if (isTaken || isBehind) continue
      this.waiting.splice(this.waiting.indexOf(entry), 1)
      entry.grant()
    }
  }
}
