/** Outcome of an API probe or call: a prompt answer, a slow answer, no answer. */
export type Outcome = 'prompt' | 'slow' | 'none'

/**
 * Whether the API can be reached. `unstable`: reachable, but some recent answers were slow or missing. `since`: when
 * the connection was lost (epoch ms). `recent`: the last outcomes, oldest first; empty in the steady state.
 */
export type Connectivity =
  | { status: 'online' | 'unstable'; recent: readonly Outcome[] }
  | { status: 'offline'; since: number; recent: readonly Outcome[] }

export const online: Connectivity = { status: 'online', recent: [] }

/** In ms. A customer notices a longer wait. */
const slowMs = 3_000
const remembered = 6
/** This many slow or missing answers among the remembered outcomes mean unstable; a single one is ignored. */
const troublesOfUnstable = 2
/**
 * This many prompt answers in a row end the unstable state. Higher than `troublesOfUnstable`, so that the display does
 * not flicker.
 */
const promptOfSteady = 4

/** `tookMs`: duration of the answer; null when none came. */
export function outcomeOf(tookMs: number | null): Outcome {
  if (tookMs === null) return 'none'
  return tookMs > slowMs ? 'slow' : 'prompt'
}

/** The state after a reload, from the stored start of an outage: offline until the required check has finished. */
export function connectivityOnLoad(storedSince: number | null): { state: Connectivity; mustCheck: boolean } {
  return storedSince === null
    ? { state: online, mustCheck: false }
    : { state: { status: 'offline', since: storedSince, recent: ['none'] }, mustCheck: true }
}

/** The state after a probe (specification §4). Any answer means reachable; `since` keeps the start of the outage. */
export function afterCheck(state: Connectivity, outcome: Outcome, atMs: number): Connectivity {
  const recent = remember(state.recent, outcome)
  if (outcome === 'none') return { status: 'offline', since: storedSince(state) ?? atMs, recent }
  if (recent.length === 0) return online
  const isUnstable = state.status === 'unstable' || troublesOf(recent) >= troublesOfUnstable
  return { status: isUnstable ? 'unstable' : 'online', recent }
}

/** Remembers a call without an answer; only a probe decides whether the API is reachable. */
export function afterLostCall(state: Connectivity): Connectivity {
  return state.status === 'offline' ? state : { ...state, recent: remember(state.recent, 'none') }
}

/** True when no further probe is needed until an event occurs. */
export function isSettled({ status, recent }: Connectivity): boolean {
  return status === 'online' && recent.length === 0
}

/** The value for local storage: start of the outage in epoch ms, or null to remove it. */
export function storedSince(state: Connectivity): number | null {
  return state.status === 'offline' ? state.since : null
}

/** Whole seconds offline, at least 0 (the clock may be set back); null while reachable. */
export function secondsOffline(state: Connectivity, nowMs: number): number | null {
  return state.status === 'offline' ? Math.max(0, Math.floor((nowMs - state.since) / 1000)) : null
}

/**
 * Consecutive missing answers count as one interruption: a single outage is not an unstable network, however many
 * probes ran during it.
 */
function remember(recent: readonly Outcome[], outcome: Outcome): readonly Outcome[] {
  if (outcome === 'none' && recent.at(-1) === 'none') return recent
  const next = [...recent, outcome].slice(-remembered)
  const isSteady = next.length - next.findLastIndex((each) => each !== 'prompt') > promptOfSteady
  return isSteady || troublesOf(next) === 0 ? [] : next
}

function troublesOf(recent: readonly Outcome[]): number {
  return recent.filter((outcome) => outcome !== 'prompt').length
}
