import { createHash } from 'node:crypto'

/** A UUID (version 8) from the SHA-256 of its parts: the next import finds the same rows. */
export function stableId(...parts: string[]): string {
  const hex = createHash('sha256').update(parts.join('')).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
