import { isSyncedList, type Resource, type SyncedList } from '#shared/contract/freshness.ts'

/** What one call changed of what its contract says it touches. */
export type Changes = {
  /** False: it found nothing to do. Undefined while nobody says: then a call that succeeds has changed something. */
  made: boolean | undefined
  /** The synced lists of which rows took new revisions. */
  revised: Set<SyncedList>
}

/** What the windows are told of after a call: everything that it declares, but of the synced lists only those with new revisions. */
export function toldOf(touches: readonly Resource[], { made, revised }: Changes): Resource[] {
  return made ? touches.filter((resource) => !isSyncedList(resource) || revised.has(resource)) : []
}
