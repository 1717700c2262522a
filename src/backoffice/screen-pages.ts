import { type ComponentType, lazy } from 'react'
import type { Screen } from '#backoffice/ui/screens.ts'

/** An entry of the menu, with its pages. */
export type ScreenWithPages = Screen & { pages: readonly Page[] }
export type Page = { path: string; component: ComponentType; load: () => Promise<unknown> }

/** A page, loaded when first opened or when the window is idle, so that it is available offline. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Page {
  return { path, load, component: lazy<ComponentType>(() => load().then((module) => ({ default: module[name] }))) }
}
