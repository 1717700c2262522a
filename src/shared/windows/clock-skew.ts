import { atom, type createStore } from 'jotai'
import type { Answer } from '#shared/client/call.ts'
import { clockSkew, skewError } from '#shared/domain/clock-skew.ts'
import { knownSkewMs, setClockSkew } from '#shared/pharmacy-time.ts'

type Store = ReturnType<typeof createStore>

/** Offset of the server's clock from this terminal's in ms; negative when the terminal is ahead, null while unknown. */
export const clockSkewAtom = atom<number | null>(null)

/** In ms. The Date header of a slower reply is too imprecise. */
const longestMs = 5_000

/**
 * Updates the offset from an answer of the API. Differences within the measuring error are ignored. Returns the offset
 * when the other windows of the terminal do not know it yet.
 */
export function noteServerDate(store: Store, { serverAt, tookMs }: Answer): number | null {
  if (serverAt === null || tookMs > longestMs) return null
  const known = store.get(clockSkewAtom) === null ? null : knownSkewMs()
  const skew = clockSkew({ serverAt, tookMs, receivedAt: Date.now() })
  if (known !== null && Math.abs(skew - known) <= 2 * skewError({ tookMs })) return null
  noteClockSkew(store, skew)
  return skew
}

/** All windows of a terminal read the same clock: what one of them measured counts for all. */
export function noteClockSkew(store: Store, skewMs: number): void {
  setClockSkew(skewMs)
  store.set(clockSkewAtom, skewMs)
}
