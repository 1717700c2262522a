/** What a person at the counter saw, written down outside of the browser: the measure of everything else. */
export type Noted = {
  identifier: string
  /** In minor units, as the ticket said before it was ended. */
  total: number
  window: number
  /** « Terminer » was touched; a sale that nobody ended may not exist. */
  endedAt: number
  /** The face after the sale was seen, so that its ticket may have been printed. */
  shownAt: number | null
  /** The final number, where the screen said it. */
  number: number | null
}

export type Notebook = {
  /** Right before « Terminer » is touched. */
  ending(identifier: string, total: number, window: number): void
  shown(identifier: string, window: number): void
  numbered(identifier: string, number: number): void
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
  const tell = (what: string): void => {
    const line = `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${what}`
    told.push(line)
    if (aloud) console.log(line)
  }
  return {
    sales,
    broken,
    ending(identifier, total, window) {
      const known = sales.get(identifier)
      tell(`window ${window}: ends ${identifier} of ${total}`)
      // A window that has not heard yet that another one ended it: its touch must change nothing.
      if (known?.shownAt) return
      // After an interrupted touch the same sale may stand open again, and is ended again.
      sales.set(identifier, { identifier, total, window, endedAt: Date.now(), shownAt: null, number: null })
    },
    shown(identifier, window) {
      tell(`window ${window}: ${identifier} is shown`)
      const sale = sales.get(identifier)
      if (!sale) return void broken.push(`${identifier} was shown as ended, and nobody ended it`)
      if (sale.shownAt) return void broken.push(`${identifier} was shown as ended in window ${sale.window}, and again in window ${window}`)
      shownCount++
      sale.shownAt = Date.now()
    },
    numbered(identifier, number) {
      const sale = sales.get(identifier)
      if (sale?.number && sale.number !== number) broken.push(`${identifier} was shown as n° ${sale.number}, then as n° ${number}`)
      if (sale) sale.number = number
    },
    shownCount: () => shownCount,
    tell,
    story: (lines = 80) => told.slice(-lines),
  }
}
