import { useSearchParams } from 'wouter'

export type Filters<Key extends string> = Readonly<Partial<Record<Key, string>>>

/**
 * The filters of a list are stored in its address: links can set them, and a reload keeps them. A change replaces the
 * history entry, so that « back » leaves the list instead of undoing its filters.
 */
export function useFilters<Key extends string>(
  keys: readonly Key[],
): [Filters<Key>, (change: Partial<Record<Key, string | null>>) => void] {
  const [params, setParams] = useSearchParams()
  const filters = Object.fromEntries(
    keys.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])),
  ) as Filters<Key>
  const change = (next: Partial<Record<Key, string | null>>) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [key, value] of Object.entries<string | null | undefined>(next)) {
          if (value) after.set(key, value)
          else after.delete(key)
        }
        return after
      },
      { replace: true },
    )
  }
  return [filters, change]
}
