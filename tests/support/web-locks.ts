/**
 * Web Locks for Node 20, which has none: names, modes, `ifAvailable`, `steal`, `signal` and `query` as the standard says, first come first served.
 * All windows of a test share one manager, as the windows of a browser do.
 */
type Held = { name: string; mode: LockMode; lose?: (reason: DOMException) => void }
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
    if (options.steal) {
      // Who steals stands before those who wait.
      for (const lock of this.held.filter((each) => each.name === name)) this.lose(lock)
      this.held.push(wanted)
    } else if (options.ifAvailable && !this.isFree(wanted)) return work(null)
    else if (!this.isFree(wanted)) await this.turn(wanted, options.signal)
    else this.held.push(wanted)
    const stolen = new Promise<never>((_, reject) => (wanted.lose = reject))
    try {
      return await Promise.race([work(wanted), stolen])
    } finally {
      this.held = this.held.filter((lock) => lock !== wanted)
      this.grantNext()
    }
  }

  private lose(lock: Held): void {
    this.held = this.held.filter((each) => each !== lock)
    lock.lose?.(new DOMException('the lock was stolen', 'AbortError'))
  }

  query(): Promise<LockManagerSnapshot> {
    return Promise.resolve({
      held: this.held.map(({ name, mode }) => ({ name, mode })),
      pending: this.waiting.map(({ name, mode }) => ({ name, mode })),
    })
  }

  private isFree(wanted: Held): boolean {
    const isTaken = this.held.some(
      (lock) => lock.name === wanted.name && (lock.mode === 'exclusive' || wanted.mode === 'exclusive'),
    )
    return !isTaken && !this.waiting.some((lock) => lock.name === wanted.name && lock !== wanted)
  }

  private turn(wanted: Held, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        ...wanted,
        grant: () => {
          this.held.push(wanted)
          resolve()
        },
      }
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
      const isTaken = this.held.some(
        (lock) => lock.name === entry.name && (lock.mode === 'exclusive' || entry.mode === 'exclusive'),
      )
      const isBehind = this.waiting.slice(0, this.waiting.indexOf(entry)).some((other) => other.name === entry.name)
      if (isTaken || isBehind) continue
      this.waiting.splice(this.waiting.indexOf(entry), 1)
      entry.grant()
    }
  }
}
