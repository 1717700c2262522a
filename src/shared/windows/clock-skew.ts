import { atom, type createStore } from 'jotai'
import type { Answer } from '#shared/client/call.ts'
import { clockSkew, skewError } from '#shared/domain/clock-skew.ts'

type Store = ReturnType<typeof createStore>

/** Offset of the server's clock from this terminal's in ms; negative when the terminal is ahead, null while unknown. */
export const clockSkewAtom = atom<number | null>(null)

/** In ms. The Date header of a slower reply is too imprecise. */
const longestMs = 5_000

/** Updates the offset from an answer of the API. Differences within the measuring error are ignored. */
export function noteServerDate(store: Store, { serverAt, tookMs }: Answer): void {
  if (serverAt === null || tookMs > longestMs) return
  const known = store.get(clockSkewAtom)
  const skew = clockSkew({ serverAt, tookMs, receivedAt: Date.now() })
  if (known === null || Math.abs(skew - known) > 2 * skewError({ tookMs })) store.set(clockSkewAtom, skew)
}
