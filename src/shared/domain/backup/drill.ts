const dayMs = 86_400_000
/** Hours of the night when a drill disturbs nobody, after the base of the night. */
const quiet = { from: 2, until: 5 } as const
/** In days: at night after the first, at any hour after the second, when the computer is off at night. */
const weekly = [6.75, 8] as const
const afterFault = [0.75, 1.5] as const
/** In bytes: what the disk of the data keeps, so that the log of a medium that is away still fits. */
const leftFree = 1_000_000_000

/**
 * Whether the backup is to be tried: never tried, or a week after a good try, a day after one that failed. Times in ms;
 * `hour` of the shop. A try of the future counts for nothing: the clock was wrong then.
 */
export function isDrillDue(
  last: { at: number; isGood: boolean } | null,
  { now, hour }: { now: number; hour: number },
): boolean {
  if (!last || last.at > now) return true
  const [atNight, always] = last.isGood ? weekly : afterFault
  const age = (now - last.at) / dayMs
  return age >= always || (age >= atNight && hour >= quiet.from && hour < quiet.until)
}

/**
 * Bytes that the disk of the data lacks for a restore beside the shop; 0: there is room. `data`: what the database
 * takes; `log`: what follows the base on the medium, which lies there too while it is replayed.
 */
export function missingRoom({ data, log, free }: { data: number; log: number; free: number }): number {
  return Math.max(0, Math.ceil(1.2 * data) + log + leftFree - free)
}

/** A ledger of a pharmacy in figures, as counts and sums; exact decimals. */
export type LedgerFigures = { pharmacyId: string; ledger: string; figures: string }

/** What differs between two readings of the same ledgers; null: the ledger is missing there. */
export type LedgerDifference = { pharmacyId: string; ledger: string; original: string | null; restored: string | null }

/** Compares the ledgers of the shop with those that were restored, at the same moment; empty: they are equal. */
export function ledgerDifferences(
  original: readonly LedgerFigures[],
  restored: readonly LedgerFigures[],
): LedgerDifference[] {
  const nameOf = ({ pharmacyId, ledger }: LedgerFigures): string => `${pharmacyId} ${ledger}`
  const found = new Map(restored.map((one) => [nameOf(one), one.figures]))
  const known = new Set(original.map(nameOf))
  return [
    ...original.flatMap(({ pharmacyId, ledger, figures }) => {
      const there = found.get(nameOf({ pharmacyId, ledger, figures })) ?? null
      return there === figures ? [] : [{ pharmacyId, ledger, original: figures, restored: there }]
    }),
    ...restored.flatMap((one) =>
      known.has(nameOf(one))
        ? []
        : [{ pharmacyId: one.pharmacyId, ledger: one.ledger, original: null, restored: one.figures }],
    ),
  ]
}

/** What a try of the backup found. `restoredMs`: until it answered; `lossMs`: until the medium had the last write. */
export type DrillFindings = {
  restoredMs: number | null
  lossMs: number | null
  ledgers: number | null
  /** Why the backup was not proved; null: everything was there. */
  fault: string | null
}

/** « restauré en 6 s, perte 0,4 s, 6 livres égaux », or why not. */
export function drillWords({ restoredMs, lossMs, ledgers, fault }: DrillFindings): string {
  const parts = [
    ...(restoredMs === null ? [] : [`restauré en ${Math.max(1, Math.round(restoredMs / 1000))}\u00a0s`]),
    ...(lossMs === null ? [] : [`perte ${tenths(lossMs)}\u00a0s`]),
    ...(ledgers === null || fault !== null ? [] : [ledgers === 1 ? '1 livre égal' : `${ledgers} livres égaux`]),
  ]
  return fault === null ? parts.join(', ') : `échec\u00a0: ${[fault, ...parts].join(', ')}`
}

/** « 0,4 »; a tenth at least. */
function tenths(ms: number): string {
  return (Math.max(1, Math.round(ms / 100)) / 10).toFixed(1).replace('.', ',')
}
