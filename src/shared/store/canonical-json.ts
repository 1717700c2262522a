/** JSON with sorted keys and no space: the same content always gives the same bytes, however it was built. `undefined` is left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value))
}

/** A content as it is sent, and its hash. Hashing waits on another thread: before a transaction, never in one. */
export async function frozen(content: unknown): Promise<{ payload: string; hash: string }> {
  const payload = canonicalJson(content)
  return { payload, hash: await sha256(payload) }
}

/** SHA-256 of a text, in hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
