/** Online, or offline since an instant (milliseconds of the epoch). */
export type Connectivity = { status: 'online' } | { status: 'offline'; since: number }

/** What a stored offline date says on load: still offline since then, until the check that must now run says otherwise. */
export function connectivityOnLoad(storedSince: number | null): { state: Connectivity; mustCheck: boolean } {
  return storedSince === null ? { state: { status: 'online' }, mustCheck: false } : { state: { status: 'offline', since: storedSince }, mustCheck: true }
}

/** The state after a check of the API (specification §4). Any answer means online; going on offline keeps the first instant. */
export function afterCheck(state: Connectivity, answered: boolean, atMs: number): Connectivity {
  if (answered) return state.status === 'online' ? state : { status: 'online' }
  return state.status === 'offline' ? state : { status: 'offline', since: atMs }
}

/** What to keep in local storage: the start of being offline, or null to remove it. */
export function storedSince(state: Connectivity): number | null {
  return state.status === 'offline' ? state.since : null
}

/** Whole seconds offline, never below 0 (clocks are set back); null while online. */
export function secondsOffline(state: Connectivity, nowMs: number): number | null {
  return state.status === 'offline' ? Math.max(0, Math.floor((nowMs - state.since) / 1000)) : null
}
