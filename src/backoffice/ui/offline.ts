import { atom } from 'jotai'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/**
 * Whether the back-office is offline, and so read-only. A separate atom, because `connectivityAtom` changes every
 * second and would render every screen again.
 */
export const isOfflineAtom = atom((get) => get(connectivityAtom).state === 'offline')

/** Why a writing action is disabled offline. */
export const offlineBarrier = 'Hors ligne\u202f: lecture seule.'
