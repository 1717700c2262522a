import { randomInt } from 'node:crypto'
import { isTrivialPin } from '#shared/domain/trivial-pin.ts'

/** A PIN that a member may have. */
export function aPin(): string {
  const pin = String(randomInt(10_000)).padStart(4, '0')
  return isTrivialPin(pin) ? aPin() : pin
}
