import { logReach } from '#shared/domain/backup/retention.ts'

/** Times in ms since 1970; `start` is a position in the log of a line. */
type PlacedBase = { line: string; at: number; start: bigint }
type PlacedLog = { id: string; line: string; start: bigint }

const dayMs = 86_400_000
/** The log is sent whole, so a base a week is enough: a base each night would be most of what a line carries. */
const baseDays = 7

/**
 * Which base of a medium is to be sent to the remote store: its newest one, when the store has none of its line, none of
 * the last seven days, or not the log between (`isCut`: what is sent meanwhile follows no base). Undefined: none. `local`
 * and `remote` in the order of the log.
 */
export function remoteBaseDue<Base extends PlacedBase>(
  local: { bases: readonly Base[]; logs: readonly PlacedLog[] },
  remote: { bases: readonly PlacedBase[]; logs: readonly PlacedLog[] },
  { line, now }: { line: string; now: number },
): { base: Base; isCut: boolean } | undefined {
  const newest = local.bases.findLast((base) => base.line === line)
  const sent = remote.bases.findLast((base) => base.line === line)
  if (!newest || (sent && sent.start >= newest.start)) return undefined
  // A clock that was ahead must not hold the next one back.
  const isOld = !sent || sent.at > now || now - sent.at >= baseDays * dayMs
  const isCut = !sent || !canFollow(ofLine(local.logs, line), ofLine(remote.logs, line).at(-1))
  return isOld || isCut ? { base: newest, isCut } : undefined
}

/** Whether the medium still has the log from the last file of the store on, without a gap. */
function canFollow(logs: readonly PlacedLog[], last: PlacedLog | undefined): boolean {
  const from = logs.findIndex(({ id }) => id === last?.id)
  const rest = logs.slice(from)
  return from >= 0 && rest.every(({ start }, index) => index === 0 || start <= rest[index - 1]!.start + logReach)
}

/** The files of the log that the bases of the store need, and `due`, the base that is being sent; oldest first. */
export function remoteLogs<Log extends PlacedLog>(logs: readonly Log[], bases: readonly PlacedBase[]): Log[] {
  const first = new Map<string, bigint>()
  for (const { line, start } of bases) {
    const known = first.get(line)
    if (known === undefined || start < known) first.set(line, start)
  }
  return logs
    .filter(({ line, start }) => start + logReach > (first.get(line) ?? Infinity))
    .toSorted((one, other) => Number(one.start - other.start))
}

function ofLine<Log extends PlacedLog>(logs: readonly Log[], line: string): Log[] {
  return logs.filter((log) => log.line === line).toSorted((one, other) => Number(one.start - other.start))
}
