import { atom } from 'jotai'

/** Whether the camera reads codes beside the search; it stays open from one sale to the next, until it is closed or the terminal locked. */
export const isCameraOpenAtom = atom(false)
