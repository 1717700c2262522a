import type { DiskSaid } from './disk-watch.ts'

/** What a person at the counter saw, recorded outside the browser: the reference for all checks. */
export type Noted = {
  identifier: string
  /** In minor units, as shown on the ticket before the end. */
  total: number
  window: number
  /** When « Terminer » was touched; a sale without this must not exist. */
  endedAt: number
  /** The terminal's clock at that moment. */
  playedAt: number
  /** The terminal's clock when the screen after the sale was seen; the clock may have moved in between. */
  playedShownAt: number | null
  /** When the screen after the sale was seen, so that its ticket may have been printed. */
  shownAt: number | null
  /** The final number, if the screen showed it. */
  number: number | null
}

export type Notebook = {
  /** Call right before « Terminer » is touched. */
  ending(identifier: string, total: number, window: number, playedAt?: number): void
  shown(identifier: string, window: number, playedAt?: number): void
  numbered(identifier: string, number: number): void
  /** A window's disk refused a write, stored an ended sale, or made a database. */
  diskSaid(said: DiskSaid): void
  /** Refusals by database and error. */
  refusals: ReadonlyMap<string, number>
  refusedCount(): number
  /** Refused closings, and receipts shown for them. */
  refusedClosings: ReadonlySet<string>
  receiptsOfRefused: string[]
  /**
   * The server was restored from an older copy: sales that it accepts again may get another number than their tickets
   * show.
   */
  serverWentBack(): void
  wentBackAt(): number
  /** The clock of the terminal was set. */
  clockMoved(): void
  clockMovedAt: readonly number[]
  sales: ReadonlyMap<string, Noted>
  shownCount(): number
  /** Contradictions in the notes themselves: one identifier for two sales. */
  broken: string[]
  tell(what: string): void
  /** The last events, with the seconds since the start. */
  story(lines?: number): string[]
}

/** `aloud`: prints each event at once. */
export function openNotebook({ aloud = false } = {}): Notebook {
  const sales = new Map<string, Noted>()
  const broken: string[] = []
  const told: string[] = []
  const startedAt = Date.now()
  let shownCount = 0
  let wentBackAt = -Infinity
  const clockMovedAt: number[] = []
  const refusals = new Map<string, number>()
  const refusedClosings = new Set<string>()
  const keptClosings = new Set<string>()
  const receiptsOfRefused: string[] = []
  const tell = (what: string): void => {
    const line = `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${what}`
    told.push(line)
    if (aloud) console.log(line)
  }
  return {
    sales,
    broken,
    ending(identifier, total, window, playedAt = Date.now()) {
      const known = sales.get(identifier)
      tell(`window ${window}: ends ${identifier} of ${total}`)
      // This window does not know yet that another one ended the sale: its touch must change nothing.
      if (known?.shownAt) return
      // After an interrupted touch, the same sale may be open again and is ended again.
      sales.set(identifier, {
        identifier,
        total,
        window,
        endedAt: Date.now(),
        playedAt,
        playedShownAt: null,
        shownAt: null,
        number: null,
      })
    },
    shown(identifier, window, playedAt = Date.now()) {
      tell(`window ${window}: ${identifier} is shown`)
      const sale = sales.get(identifier)
      if (!sale) return void broken.push(`${identifier} was shown as ended, and nobody ended it`)
      if (sale.shownAt)
        return void broken.push(
          `${identifier} was shown as ended in window ${sale.window}, and again in window ${window}`,
        )
      if (refusedClosings.has(identifier) && !keptClosings.has(identifier))
        receiptsOfRefused.push(`${identifier}, shown in window ${window}`)
      shownCount++
      sale.shownAt = Date.now()
      sale.playedShownAt = playedAt
    },
    numbered(identifier, number) {
      const sale = sales.get(identifier)
      if (sale?.number && sale.number !== number)
        broken.push(`${identifier} was shown as n° ${sale.number}, then as n° ${number}`)
      if (sale) sale.number = number
    },
    diskSaid({ database, closing, error, isMade }) {
      if (isMade) tell(`${database} is made`)
      if (closing && !error) tell(`the disk keeps ${closing}`)
      if (closing) (error ? refusedClosings : keptClosings).add(closing)
      if (!error) return
      const what = `${closing ? 'the end of a sale' : database.startsWith('officine-sales') ? 'sales' : database.startsWith('officine-cache') ? 'lists' : 'others'}: ${error}`
      refusals.set(what, (refusals.get(what) ?? 0) + 1)
      tell(`the disk refuses ${closing ?? database}: ${error}`)
    },
    refusals,
    refusedCount: () => [...refusals.values()].reduce((sum, count) => sum + count, 0),
    refusedClosings,
    receiptsOfRefused,
    serverWentBack: () => void (wentBackAt = Date.now()),
    wentBackAt: () => wentBackAt,
    clockMoved: () => void clockMovedAt.push(Date.now()),
    clockMovedAt,
    shownCount: () => shownCount,
    tell,
    story: (lines = 80) => told.slice(-lines),
  }
}
