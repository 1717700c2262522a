import type { DiskSaid } from './disk-watch.ts'

/** What a person at the counter saw, written down outside of the browser: the measure of everything else. */
export type Noted = {
  identifier: string
  /** In minor units, as the ticket said before it was ended. */
  total: number
  window: number
  /** « Terminer » was touched; a sale that nobody ended may not exist. */
  endedAt: number
  /** What the clock of the terminal said then. */
  playedAt: number
  /** And when its face after was seen: it may have been moved in between. */
  playedShownAt: number | null
  /** The face after the sale was seen, so that its ticket may have been printed. */
  shownAt: number | null
  /** The final number, where the screen said it. */
  number: number | null
}

export type Notebook = {
  /** Right before « Terminer » is touched. */
  ending(identifier: string, total: number, window: number, playedAt?: number): void
  shown(identifier: string, window: number, playedAt?: number): void
  numbered(identifier: string, number: number): void
  /** A window's disk refused something, or kept an ended sale. */
  diskSaid(said: DiskSaid): void
  /** What it refused, by database and error. */
  refusals: ReadonlyMap<string, number>
  refusedCount(): number
  /** Closings that it refused, and receipts that were shown of such. */
  refusedClosings: ReadonlySet<string>
  receiptsOfRefused: string[]
  /** The server came back from an older copy: what it takes again may stand under another number than the ticket says. */
  serverWentBack(): void
  wentBackAt(): number
  sales: ReadonlyMap<string, Noted>
  shownCount(): number
  /** What is broken in the notes themselves: one identifier for two sales. */
  broken: string[]
  tell(what: string): void
  /** The last lines of what happened, with the seconds since the beginning. */
  story(lines?: number): string[]
}

/** `aloud`: what is told is printed at once. */
export function openNotebook({ aloud = false } = {}): Notebook {
  const sales = new Map<string, Noted>()
  const broken: string[] = []
  const told: string[] = []
  const startedAt = Date.now()
  let shownCount = 0
  let wentBackAt = -Infinity
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
      // A window that has not heard yet that another one ended it: its touch must change nothing.
      if (known?.shownAt) return
      // After an interrupted touch the same sale may stand open again, and is ended again.
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
    diskSaid({ database, closing, error }) {
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
    shownCount: () => shownCount,
    tell,
    story: (lines = 80) => told.slice(-lines),
  }
}
