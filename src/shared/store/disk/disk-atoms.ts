import { atom } from 'jotai'

/**
 * Why this window cannot write. `private`: the browser stores nothing. `full`: no free space. `newer-version`: another
 * window opened a newer database version, this page is outdated. `closed`: the handle was lost and could not be
 * reopened. `unreadable`: the database is damaged.
 */
export type DiskTrouble = 'private' | 'full' | 'newer-version' | 'closed' | 'unreadable'

/**
 * State of the journal, the second copy of the sales. `kept`: complete. `behind`: the last lines are not written yet,
 * or their write failed. `unavailable`: this browser cannot store it.
 */
export type CopyState = 'kept' | 'behind' | 'unavailable'

export type Disk = {
  /** Whether the browser granted persistent storage (no eviction); null before it was asked. */
  isPersisted: boolean | null
  trouble: DiskTrouble | null
  /**
   * What the trouble blocks: `sales` (also the identity database), or only the `lists`, which can be loaded from the
   * server again.
   */
  where: 'sales' | 'lists' | null
  /** Name of the database that has the trouble. */
  name: string | null
  copy: CopyState
}

/** State of this terminal's storage, as last reported in this window. */
export const diskAtom = atom<Disk>({ isPersisted: null, trouble: null, where: null, name: null, copy: 'behind' })

/**
 * Number of sales restored from the journal when this window opened, until the user has confirmed the message; null
 * when none were restored.
 */
export const recoveredSalesAtom = atom<number | null>(null)
