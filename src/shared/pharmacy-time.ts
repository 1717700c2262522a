import { correctedInstant } from '#shared/domain/corrected-instant.ts'

/*
 * The hours of the pharmacy at this window. The device may be in another time zone, and its clock may be wrong: what a
 * window shows and judges by the day is said by these two, wherever it is written. Durations and deadlines of this
 * device stay by its own clock.
 */

let timeZone: string | null = null
/** `aheadMs`: how far the device's clock was ahead of its monotonic one when the difference was measured. */
let measured: { skewMs: number; aheadMs: number } | null = null
const listeners = new Set<() => void>()

/** In ms. A larger difference is said at the counter, and corrected where the time is shown. */
export const toldSkewMs = 2 * 60_000
/** In ms. The two clocks of a device drift by less. */
const jumpMs = 30_000

/** Null while no pharmacy is known: then the zone of the device counts. */
export function setPharmacyZone(zone: string | null): void {
  timeZone = zone
  for (const listener of listeners) listener()
}

export function pharmacyZone(): string {
  return timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** By how much the clock of the server is ahead of this device's, as just measured; null: not known any more. */
export function setClockSkew(skewMs: number | null): void {
  measured = skewMs === null ? null : { skewMs, aheadMs: clockAheadMs() }
  for (const listener of listeners) listener()
}

/** Calls back when the zone or the difference becomes known or changes. Returns the function that ends it. */
export function onPharmacyTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The difference, as long as it is known: a clock that was set since, or a device that slept, may have changed it, and
 * the next answer of the server tells it again.
 */
export function knownSkewMs(): number | null {
  return measured && Math.abs(clockAheadMs() - measured.aheadMs) <= jumpMs ? measured.skewMs : null
}

/** Now, as the pharmacy's clock should say it. */
export function pharmacyNow(): Date {
  const skewMs = knownSkewMs() ?? 0
  return new Date(Date.now() + (Math.abs(skewMs) > toldSkewMs ? skewMs : 0))
}

/** When what this device noted by its own clock really happened, as far as the difference is known. */
export function trueInstant(noted: string): string {
  return correctedInstant(noted, knownSkewMs() ?? 0)
}

function clockAheadMs(): number {
  return Date.now() - performance.now()
}
