export type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

/** Number of bytes examined to detect an encoding without a byte order mark. */
const looked = 4_096

/**
 * Decodes a text file: by its byte order mark; else as UTF-8 when valid, otherwise as Windows-1252. Null: not a text.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: decode(bytes, 'utf-16le'), encoding: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { text: decode(bytes, 'utf-16be'), encoding: 'UTF-16' }
  const zeros = zeroBytes(bytes)
  // Latin letters in UTF-16: every other byte is zero.
  if (zeros.odd > zeros.length * 0.6 && zeros.even === 0) return { text: decode(bytes, 'utf-16le'), encoding: 'UTF-16' }
  if (zeros.even > zeros.length * 0.6 && zeros.odd === 0) return { text: decode(bytes, 'utf-16be'), encoding: 'UTF-16' }
  if (zeros.even + zeros.odd > 0) return null
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: decode(bytes, 'windows-1252'), encoding: 'Windows-1252' }
  }
}

/** Removes the byte order mark. */
function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}

function zeroBytes(bytes: Uint8Array): { odd: number; even: number; length: number } {
  const start = bytes.subarray(0, looked)
  let odd = 0
  let even = 0
  start.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even++
    else odd++
  })
  return { odd, even, length: start.length / 2 }
}
