import { useAtomValue } from 'jotai'
import { listStateAtom } from '#shared/store/lists/product-list-atoms.ts'
import { formatDay, formatHour } from '#shared/ui/date-format.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { useNow } from '#shared/ui/use-now.ts'

/** Lists are refreshed every 5 minutes (specification §4). Twice that means that a refresh failed. */
const staleMs = 600_000

/**
 * « Liste de 11:42 »: shown offline, after a failed refresh, or if the list is old. Undefined while the list is fresh.
 */
export function useListAge(stateAtom: typeof listStateAtom = listStateAtom): string | undefined {
  const { syncedAt, hasError } = useAtomValue(stateAtom)
  const { state } = useAtomValue(connectivityAtom)
  const now = useNow()
  if (syncedAt === null) return undefined
  if (state !== 'offline' && !hasError && now.getTime() - syncedAt < staleMs) return undefined
  const isToday = formatDay(syncedAt) === formatDay(now)
  return isToday ? `Liste de ${formatHour(syncedAt)}` : `Liste du ${formatDay(syncedAt)}, ${formatHour(syncedAt)}`
}
