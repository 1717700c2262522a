import { isSyncedList, type Resource, type SyncedList } from '#shared/contract/freshness.ts'

/** What a call changed, among the resources that its contract declares as touched. */
export type Changes = {
  /**
   * False: the call changed nothing. Undefined while the service does not set it: a call that succeeds then counts as a
   * change.
   */
  made: boolean | undefined
  /** The synced lists whose rows took new revisions. */
  revised: Set<SyncedList>
  /** The pharmacies whose windows are told, when it is not only the caller's. */
  pharmacies: readonly string[] | undefined
}

/**
 * The resources to announce to the windows after a call: all that it declares, except synced lists without new
 * revisions.
 */
export function toldOf(touches: readonly Resource[], { made, revised }: Changes): Resource[] {
  return made ? touches.filter((resource) => !isSyncedList(resource) || revised.has(resource)) : []
}
