/**
 * Locks, crypto.subtle, service worker and durable storage exist only on https or localhost. On `http://192.168…` they are
 * missing one by one and far from the cause, so each window asks this first and says it on screen.
 */
export function isContextSecure(): boolean {
  return globalThis.isSecureContext && 'locks' in navigator && typeof crypto.subtle === 'object'
}
