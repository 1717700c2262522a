import { useAtomValue } from 'jotai'
import { isEmptySale, wasRefused, type LocalSale } from '#shared/domain/local-sale.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import type { OtherGesture } from './ticket-foot.tsx'

/**
 * « Mettre en attente pour un collègue ». Needs the network, as only the server can hand a sale to another terminal.
 */
export function useParkGesture(sale: LocalSale, onPark: () => void): OtherGesture {
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const gesture = {
    label: 'Mettre en attente pour un collègue',
    onClick: isOffline || isEmptySale(sale) || wasRefused(sale) ? undefined : onPark,
  }
  return isOffline ? { ...gesture, hint: 'Il faut le réseau' } : gesture
}
