import { sha256 } from '#shared/store/tools/sha-256.ts'

/**
 * JSON with sorted keys and no white space: equal content gives equal bytes, whatever the insertion order. `undefined`
 * is left out.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value))
}

/** The canonical JSON of a content, as it is sent, with its SHA-256. */
export function frozen(content: unknown): { payload: string; hash: string } {
  const payload = canonicalJson(content)
  return { payload, hash: sha256(payload) }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
