/**
 * Web Locks, crypto.subtle, service worker and persistent storage exist only on https or localhost. On
 * `http://192.168…` each would fail separately and obscurely, so windows check this first and show a message.
 */
export function isContextSecure(): boolean {
  return globalThis.isSecureContext && 'locks' in navigator && typeof crypto.subtle === 'object'
}

/**
 * Some browsers refuse all storage in private windows or when the user blocked it; even reading the property throws.
 */
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
