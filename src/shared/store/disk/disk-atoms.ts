import { atom } from 'jotai'

/**
 * Why this window cannot write: `private` the browser keeps nothing here · `full` the disk has no room · `newer-version` another window brought a
 * newer database, this page is old · `closed` the handle was lost and did not come back · `unreadable` the database is damaged.
 */
export type DiskTrouble = 'private' | 'full' | 'newer-version' | 'closed' | 'unreadable'

/** The second copy of sales: `kept` · `behind` its last lines are not written yet, or failed · `unavailable` this browser has no place for it. */
export type CopyState = 'kept' | 'behind' | 'unavailable'

export type Disk = {
  /** Whether the browser promised never to evict what is stored; null as long as it was not asked. */
  isPersisted: boolean | null
  trouble: DiskTrouble | null
  /** What it stops: `sales` (and who unlocked the terminal), or only the `lists`, which the server can give again. */
  where: 'sales' | 'lists' | null
  /** The database that it was met in. */
  name: string | null
  copy: CopyState
}

/** How this terminal's storage fares, as this window last met it. */
export const diskAtom = atom<Disk>({ isPersisted: null, trouble: null, where: null, name: null, copy: 'behind' })

/** How many sales came back from the second copy when this window opened, until somebody has read it; null: none had to. */
export const recoveredSalesAtom = atom<number | null>(null)
