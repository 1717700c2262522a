import { createHash } from 'node:crypto'

/**
 * What a parcel says, as one SHA-256: of its parsed payload without `revision`, written as JSON with the keys of every object in order.
 * A new attempt of the same content hashes the same; the order of keys, blanks and unknown fields do not count, the order of lines does.
 */
export function contentHash(payload: { revision: number }): string {
  const { revision: _, ...content } = payload
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}
