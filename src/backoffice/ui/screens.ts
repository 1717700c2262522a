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

/** One entry of the menu: what every screen may know of the others. Its pages are declared in backoffice/screens.ts. */
export type Screen = {
  path: string
  /** First words of the pages that belong to it: `/patients` of « Clients ». */
  details?: readonly string[]
  title: string
  /** Heading of its group in the menu; the dashboard stands alone. */
  group?: string
  icon: TablerIcon
  /** G then this letter goes there. */
  letter: string
  /** Whose screen: a member's of a pharmacy, or the platform's admin. */
  audience: 'member' | 'admin'
  /** Name in VITE_DISABLED_FEATURES that hides it. */
  feature: string
  /** The right that it takes; without it the menu leaves it out, and its address says which right is missing. */
  needs?: Permission
  /** What Ctrl+K makes there, for who has the right: « Nouveau client ». */
  create?: { label: string; needs: Permission }
  waiting?: WaitingWork
}

/** The screens that this member may open. */
export const ScreensContext = createContext<readonly Screen[]>([])

export function useScreens(): readonly Screen[] {
  return useContext(ScreensContext)
}
