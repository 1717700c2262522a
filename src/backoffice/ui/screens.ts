import type { TablerIcon } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import type { Access, Endpoint } from '#shared/contract/endpoint.ts'

/** Work that waits on a screen, counted in its entry of the menu. */
export type WaitingWork = {
  /**
   * A hook, called only for a member who has the right. It sends no request of its own, as the menu stands on every
   * screen: it counts in a list that the terminal keeps, or reads the counts of the server (`waitingCountsAtom`).
   */
  useCount: () => number
  /** The permission of the call that does the work: other members see no count. */
  needs: Access
  /** « 3 produits en stock négatif » */
  words: (count: number) => string
  /** The list of what was counted. */
  path: string
}

/** Something to do on a screen: an address, and the call that decides who may. « Importer un relevé » */
export type ScreenAction = { label: string; path: string; call: Pick<Endpoint, 'permission'> }

/** One entry of the menu: what other screens may know of it. backoffice/screens.ts declares its pages. */
export type Screen = {
  path: string
  /** First path segments of its detail pages: `/patients` for « Clients ». */
  details?: readonly string[]
  title: string
  /** Heading of its group in the menu; the dashboard has none. */
  group?: string
  icon: TablerIcon
  /** G, then this letter, opens it. The alphabet is shorter than the menu: a screen that is rarely opened has none. */
  letter?: string
  /** `member`: for members of a pharmacy. `admin`: for the platform's admin. */
  audience: 'member' | 'admin'
  /** Name in VITE_DISABLED_FEATURES that disables it. */
  feature: string
  /**
   * What the screen is for: the call that reads its list, or that changes its settings. The menu omits the screen for
   * members who may not make it, so that menu and server follow one permission.
   */
  call: Endpoint
  /** Members who may not make the call open it all the same, by its address: it shows them something else. */
  opensWithoutCall?: true
  /** Countries without a fiscal platform have neither its entry nor its pages. */
  needsFiscalPlatform?: true
  /** The panel of a new row, which Ctrl+K offers, and the call that creates it: « Nouveau client ». */
  create?: { label: string; call: Endpoint }
  /** The export of its list, which Ctrl+K offers: « Exporter les ventes ». */
  exportLabel?: string
  /** What else Ctrl+K offers to do there. */
  actions?: readonly ScreenAction[]
  waiting?: WaitingWork
}

/** The screens that the member may open. */
export const ScreensContext = createContext<readonly Screen[]>([])

export function useScreens(): readonly Screen[] {
  return useContext(ScreensContext)
}

/** The screen of an address: between `/ventes` and `/ventes/manquees`, the longest matching path. */
export function screenAt(path: string, screens: readonly Screen[]): Screen | undefined {
  const begins = (own: string): boolean => (own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`))
  const found = screens.filter((screen) => [screen.path, ...(screen.details ?? [])].some(begins))
  return found.toSorted((a, b) => b.path.length - a.path.length)[0]
}
