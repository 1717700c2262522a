import { randomInt } from 'node:crypto'
import { isTrivialPin } from '#shared/domain/trivial-pin.ts'

/** A PIN that a member may have. */
export function aPin(): string {
  const pin = String(randomInt(10_000)).padStart(4, '0')
  return isTrivialPin(pin) ? aPin() : pin
}

/** PINs that members may have, each another one. */
export function differentPins(): () => string {
  let number = 3000
  const next = (): string => {
    const pin = String(number++)
    return isTrivialPin(pin) ? next() : pin
  }
  return next
}
