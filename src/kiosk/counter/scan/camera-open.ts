import { atom } from 'jotai'

/**
 * Whether the camera scans beside the search field. It stays open across sales until it is closed or the terminal is
 * locked.
 */
export const isCameraOpenAtom = atom(false)
