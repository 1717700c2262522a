import { atom } from 'jotai'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/** Without a network the back-office is read only. An atom of its own: the seconds that `connectivityAtom` counts must not draw a screen again. */
export const isOfflineAtom = atom((get) => get(connectivityAtom).state === 'offline')

/** Why a gesture that writes rests. */
export const offlineBarrier = 'Hors ligne\u202f: lecture seule.'
