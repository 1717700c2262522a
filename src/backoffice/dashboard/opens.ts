import { useScreens } from '#backoffice/ui/screens.ts'

/** Tells of a screen of the menu, by its path, whether the member may open it and the build has it. */
export function useOpens(): (path: string) => boolean {
  const screens = useScreens()
  return (wanted) => screens.some(({ path }) => path === wanted)
}
