import { atom } from 'jotai'
import * as z from 'zod'
import { keepOnDevice } from '#shared/store/disk/device-choices.ts'

const key = 'officine.menu.folded'
const Folded = z.array(z.string())
const turnedAtom = atom<ReadonlySet<string> | null>(null)

/** The groups of the menu that are folded on this terminal; setting one turns it, for the next time too. */
export const foldedGroupsAtom = atom(
  (get): ReadonlySet<string> => get(turnedAtom) ?? onDisk(),
  (get, set, group: string) => {
    const folded = new Set(get(foldedGroupsAtom))
    if (!folded.delete(group)) folded.add(group)
    set(turnedAtom, folded)
    keepOnDevice(key, JSON.stringify([...folded]), 'choice')
  },
)

function onDisk(): ReadonlySet<string> {
  try {
    return new Set(Folded.parse(JSON.parse(localStorage.getItem(key) ?? '[]')))
  } catch {
    return new Set()
  }
}
