import type { TablerIcon } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import type { Permission } from '#shared/domain/permissions.ts'

/** Work that waits on a screen, counted in its entry of the menu. */
export type WaitingWork = {
  /**
   * A hook, called only for a member who has the right. It counts in a list that the terminal keeps: the menu stands on
   * every screen, and a request would be sent again after each sale of the pharmacy.
   */
  useCount: () => number
  /** The right to do the work. */
  needs: Permission
  /** « 3 produits en stock négatif » */
  words: (count: number) => string
  /** The list of what was counted. */
  path: string
}

/** One entry of the menu: what other screens may know of it. backoffice/screens.ts declares its pages. */
export type Screen = {
  path: string
  /** First path segments of its detail pages: `/patients` for « Clients ». */
  details?: readonly string[]
  title: string
  /** Heading of its group in the menu; the dashboard has none. */
  group?: string
  icon: TablerIcon
  /** G, then this letter, opens it. */
  letter: string
  /** `member`: for members of a pharmacy. `admin`: for the platform's admin. */
  audience: 'member' | 'admin'
  /** Name in VITE_DISABLED_FEATURES that disables it. */
  feature: string
  /**
   * The required permission. Without it the menu omits the screen, and its address shows which permission is missing.
   */
  needs?: Permission
  /** What Ctrl+K offers to create there, with the required permission: « Nouveau client ». */
  create?: { label: string; needs: Permission }
  waiting?: WaitingWork
}

/** The screens that the member may open. */
export const ScreensContext = createContext<readonly Screen[]>([])

export function useScreens(): readonly Screen[] {
  return useContext(ScreensContext)
}
