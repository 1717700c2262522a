// A QR code packs three digits into ten bits, 99.7 % of the density of bytes; and a scanner types digits correctly on
// every keyboard layout.

/**
 * Two check digits make the number ≡ 1 modulo 97 (ISO 7064): they detect every single wrong digit and every swap of two
 * neighbours.
 */
const modulus = 97n
const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Bytes as a decimal number with check digits. Throws RangeError when the first byte is 0, because a number has no
 * leading zeros.
 */
export function digitsOf(bytes: Uint8Array): string {
  if (!bytes[0]) throw new RangeError('the first byte is 0')
  const number = BigInt(`0x${Array.from(bytes, (byte) => hexDigits[byte]).join('')}`) * 100n
  return String(number + ((modulus + 1n - (number % modulus)) % modulus))
}

/** The bytes of such a number; null when the check digits are wrong. */
export function bytesOfDigits(digits: string): Uint8Array | null {
  if (!/^[1-9][0-9]{2,}$/.test(digits)) return null
  const number = BigInt(digits)
  if (number % modulus !== 1n) return null
  const hex = (number / 100n).toString(16)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Uint8Array.from({ length: even.length / 2 }, (_, at) => Number.parseInt(even.slice(at * 2, at * 2 + 2), 16))
}
