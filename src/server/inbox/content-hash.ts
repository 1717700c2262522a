import { createHash } from 'node:crypto'

/**
 * SHA-256 of a parcel's content: the parsed payload without `revision`, as JSON with sorted keys. A new attempt with
 * the same content has the same hash. The order of keys, white space and unknown fields do not matter; the order of
 * lines does.
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
