/** What lies on a medium. Times in ms since 1970; `start` and `end` are positions in the log of a line. */
export type HeldBase = { id: string; line: string; at: number; start: bigint; end: bigint; bytes: number }
export type HeldLog = { id: string; line: string; start: bigint; bytes: number }
export type Holding = {
  /** In the order of the log, the oldest first: the clock of a shop goes back, its log does not. */
  bases: readonly HeldBase[]
  logs: readonly HeldLog[]
  /** The line that is being written. */
  line: string
}

const dayMs = 86_400_000
/** Every moment of these days can be restored. */
const momentDays = 14
/** One base of each night of these days. */
const nightDays = 60
/** One base of each month of these days: three years. */
const monthDays = 1096
/** A file of the log ends before this many bytes after its start. */
export const logReach = 24n * 1024n * 1024n

/**
 * What stays on the medium, by id: every moment of 14 days, one base a night for 60 days, one a month for three years,
 * within a budget in bytes. Above the budget the oldest go first; the newest base and the log after it always stay. A
 * base that stays keeps the log that makes it whole.
 */
export function keptBackups(holding: Holding, { now, budget }: { now: number; budget: number }): Set<string> {
  const { bases } = holding
  let moments = momentBases(bases, now)
  let singles = singleBases(bases, now).filter((base) => !moments.includes(base))
  for (;;) {
    const kept = withLogs(holding, moments, singles)
    if (sizeOf(holding, kept) <= budget || singles.length + moments.length <= 1) return kept
    if (singles.length > 0) singles = singles.slice(1)
    else moments = moments.slice(1)
  }
}

/**
 * Whether a base is due: there is none, the newest is of another night, or the computer was off at night. Times in ms,
 * `newestAt` not after `now`; `hour` of the shop.
 */
export function isBaseDue(newestAt: number | undefined, { now, hour }: { now: number; hour: number }): boolean {
  if (newestAt === undefined) return true
  const age = now - newestAt
  return age >= 1.5 * dayMs || (age >= 0.75 * dayMs && hour >= 1 && hour < 5)
}

/** Of the medium, kept free for other files. */
const freeShare = 0.1

/**
 * What backups may take of a medium, in bytes, so that the next base fits beside the newest one. `taken`: by backups;
 * `free`: on the medium; `newest`: the size of the newest base.
 */
export function backupBudget({ taken, free, newest }: { taken: number; free: number; newest: number }): number {
  const all = taken + free
  return all - Math.max(all * freeShare, 1.5 * newest)
}

/** The bases from which any moment of the last days can be restored, oldest first: the newest before them, and all since. */
export function momentBases<B extends Pick<HeldBase, 'at'>>(bases: readonly B[], now: number): B[] {
  const first = bases.findIndex(({ at }) => at > now - momentDays * dayMs)
  return bases.slice(first === -1 ? -1 : Math.max(0, first - 1))
}

/** The first base of each night and of each month, oldest first. */
function singleBases(bases: readonly HeldBase[], now: number): HeldBase[] {
  const seen = new Set<string>()
  return bases.filter(({ at }) => {
    const age = now - at
    const day = new Date(at).toISOString()
    const periods = [
      ...(age < nightDays * dayMs ? [day.slice(0, 10)] : []),
      ...(age < monthDays * dayMs ? [day.slice(0, 7)] : []),
    ]
    const isFirst = periods.some((period) => !seen.has(period))
    for (const period of periods) seen.add(period)
    return isFirst
  })
}

function withLogs({ logs, line }: Holding, moments: readonly HeldBase[], singles: readonly HeldBase[]): Set<string> {
  const reaches = (log: HeldLog, base: HeldBase): boolean => log.line === base.line && log.start + logReach > base.start
  const isNeeded = (log: HeldLog): boolean =>
    moments.some((base) => reaches(log, base)) ||
    singles.some((base) => reaches(log, base) && log.start <= base.end) ||
    // The first base of this line is still to come.
    (log.line === line && moments.every((base) => base.line !== line))
  return new Set([...moments, ...singles, ...logs.filter(isNeeded)].map(({ id }) => id))
}

function sizeOf({ bases, logs }: Holding, kept: ReadonlySet<string>): number {
  return [...bases, ...logs].reduce((sum, { id, bytes }) => (kept.has(id) ? sum + bytes : sum), 0)
}
