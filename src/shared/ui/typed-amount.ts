export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '000' | 'backspace'

/** The amount (minor units) after a key of the pad. A key that would exceed `max` changes nothing. */
export function typedAmount(amount: number, key: KeypadKey, max = 999_999_999): number {
  if (key === 'backspace') return Math.floor(amount / 10)
  const typed = Number(`${amount}${key}`)
  return typed > max ? amount : typed
}
