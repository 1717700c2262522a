import { atom, type createStore } from 'jotai'
import type { Answer } from '#shared/client/call.ts'
import { clockSkew, skewError } from '#shared/domain/clock-skew.ts'

type Store = ReturnType<typeof createStore>

/** How far the server's clock is ahead of this terminal's, in milliseconds; below 0 when this one is ahead, null while unknown. */
export const clockSkewAtom = atom<number | null>(null)

/** A reply that took longer says too little about the moment at which it was dated. */
const longestMs = 5_000

/** Learns from any answer of the API. What two answers say differs within their error: only a change beyond it is one. */
export function noteServerDate(store: Store, { serverAt, tookMs }: Answer): void {
  if (serverAt === null || tookMs > longestMs) return
  const known = store.get(clockSkewAtom)
  const skew = clockSkew({ serverAt, tookMs, receivedAt: Date.now() })
  if (known === null || Math.abs(skew - known) > 2 * skewError({ tookMs })) store.set(clockSkewAtom, skew)
}
