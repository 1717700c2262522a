/** An id that sorts by its time of making (RFC 9562, version 7): rows of one day lie together in the server's indexes. `at` is in milliseconds. */
export function uuid7(at = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  new DataView(bytes.buffer).setBigUint64(0, (BigInt(at) << 16n) | (0x7000n | BigInt(((bytes[6]! & 0x0f) << 8) | bytes[7]!)))
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
