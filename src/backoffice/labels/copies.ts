import { atom } from 'jotai'
import type { WaitingLabel } from '#shared/contract/labels.ts'

/** How often each label is printed, by its id; one that is not here is printed once. */
export const copiesAtom = atom<ReadonlyMap<string, number>>(new Map())

/** A label to print, and how often. */
export type Copied = { item: WaitingLabel; copies: number }

/** The rows with their copies; those that are not printed at all are left out. */
export function copiedRows(rows: readonly WaitingLabel[], copies: ReadonlyMap<string, number>): Copied[] {
  return rows.map((item) => ({ item, copies: copies.get(item.id) ?? 1 })).filter((each) => each.copies > 0)
}
