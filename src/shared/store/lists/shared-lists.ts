import { atom, type createStore } from 'jotai'
import { companyView } from '#shared/store/lists/company-list-atoms.ts'
import { schemeView } from '#shared/store/lists/scheme-atoms.ts'
import { projectList, type ListProjection } from '#shared/store/lists/list-projection.ts'
import { keepListFresh, newTurns, type ListRefresh } from '#shared/store/lists/list-refresh.ts'
import { listNames, type ListMeta, type ListName } from '#shared/store/lists/list-meta.ts'
import type { ListStore } from '#shared/store/lists/list-store.ts'
import { organizationView } from '#shared/store/lists/organization-list-atoms.ts'
import { personView } from '#shared/store/lists/person-list-atoms.ts'
import { productView } from '#shared/store/lists/product-view.ts'
import type { Bus } from '#shared/windows/bus.ts'

type Store = ReturnType<typeof createStore>

/**
 * All lists of one pharmacy in one window: projected from disk, and kept fresh while this window leads. The lists are
 * independent: none waits for another.
 */
export type SharedLists = {
  /** Only the leading window calls the server, for all windows. */
  setLeading(isLeading: boolean): void
  /** The server reported a change of a list; the leading window refreshes it. */
  hinted(list: ListName): void
  /** Refreshes all lists within `ms` if this window leads. */
  refreshWithin(ms: number): void
  /** Reads the disk again. */
  refresh(): Promise<void>
  /** The stored state of each list. */
  metas(): Promise<ListMeta[]>
  /** The server epoch of the lists; undefined when nothing is loaded or the disk cannot be read. */
  epoch(): Promise<string | undefined>
  /** « Vider les listes »: empties the lists' database and no other. The leading window then loads all lists again. */
  clear(): Promise<void>
  stop(): void
}

/** The lists of this window; null before a pharmacy is known. */
export const sharedListsAtom = atom<SharedLists | null>(null)

/** Starts the projections of all lists and publishes them in `sharedListsAtom`. */
export function shareLists(store: Store, bus: Bus, lists: ListStore): SharedLists {
  // Products first, because the counter opens with them.
  const projections: Record<ListName, ListProjection> = {
    'pharmacy-products': projectList(productView, store, bus, lists),
    persons: projectList(personView, store, bus, lists),
    organizations: projectList(organizationView, store, bus, lists),
    companies: projectList(companyView, store, bus, lists),
    'product-health-insurance': projectList(schemeView, store, bus, lists),
  }
  let freshness: ReadonlyMap<ListName, ListRefresh> | null = null
  const stopRefreshing = () => {
    for (const fresh of freshness?.values() ?? []) fresh.stop()
    freshness = null
  }
  const refreshWithin: SharedLists['refreshWithin'] = (ms) => {
    for (const fresh of freshness?.values() ?? []) fresh.refreshWithin(ms)
  }
  const shared: SharedLists = {
    setLeading(isLeading) {
      if (isLeading === (freshness !== null)) return
      stopRefreshing()
      if (!isLeading) return
      const inTurn = newTurns()
      freshness = new Map(
        listNames.map((list) => [
          list,
          keepListFresh(list, lists, (writing) => projections[list].written(writing), inTurn),
        ]),
      )
    },
    hinted: (list) => freshness?.get(list)?.hinted(),
    refreshWithin,
    async refresh() {
      await Promise.all(listNames.map((list) => projections[list].refresh()))
    },
    metas: () => Promise.all(listNames.map((list) => lists.readMeta(list))),
    async epoch() {
      const metas = await shared.metas().catch(() => [])
      return metas.find(({ live }) => live !== null)?.live?.epoch
    },
    async clear() {
      await lists.clear()
      await Promise.all(listNames.map((list) => projections[list].written()))
      refreshWithin(0)
      // Another window may be the leading one.
      for (const list of listNames) bus.post({ kind: 'server-hint', list })
    },
    stop() {
      stopRefreshing()
      for (const list of listNames) projections[list].stop()
      store.set(sharedListsAtom, null)
    },
  }
  store.set(sharedListsAtom, shared)
  return shared
}
