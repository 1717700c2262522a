// Values outside UTF-16, so that no text can contain a delimiter.
const END_OF_TEXT = 0x1_0000
const END_OF_LIST = 0x1_0001
/** Multipliers of the cyrb53 hash. */
const [HIGH, LOW] = [0x85ebca77, 0xc2b2ae3d] as const

/** A 53-bit hash of texts, their order and grouping; the probability of a collision is 1 in 2⁵³. */
export function fingerprintOf(lists: readonly (readonly string[])[]): number {
  let high = 0xdeadbeef | 0
  let low = 0x41c6ce57
  for (const list of lists) {
    for (const text of list) {
      for (let at = 0; at <= text.length; at++) {
        const unit = at < text.length ? text.charCodeAt(at) : END_OF_TEXT
        high = Math.imul(high ^ unit, HIGH)
        low = Math.imul(low ^ unit, LOW)
      }
    }
    high = Math.imul(high ^ END_OF_LIST, HIGH)
    low = Math.imul(low ^ END_OF_LIST, LOW)
  }
  high ^= Math.imul(high ^ (low >>> 15), 0x735a2d97)
  low ^= Math.imul(low ^ (high >>> 15), 0xcaf649a9)
  high ^= low >>> 16
  low ^= high >>> 16
  return 0x20_0000 * (high >>> 0) + (low >>> 11)
}
