/**
 * Locks, crypto.subtle, service worker and durable storage exist only on https or localhost. On `http://192.168…` they are
 * missing one by one and far from the cause, so each window asks this first and says it on screen.
 */
export function isContextSecure(): boolean {
  return globalThis.isSecureContext && 'locks' in navigator && typeof crypto.subtle === 'object'
}

/** Some browsers refuse every storage in private windows, or where a person blocked it: then even asking throws. */
export function isStorageOpen(): boolean {
  try {
    return (
      typeof globalThis.indexedDB === 'object' &&
      globalThis.indexedDB !== null &&
      typeof globalThis.localStorage === 'object' &&
      globalThis.localStorage !== null
    )
  } catch {
    return false
  }
}
