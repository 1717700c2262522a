/** What came of a look at the API, or of a call: an answer soon, an answer late, none. */
export type Outcome = 'prompt' | 'slow' | 'none'

/**
 * Can the API be reached? `unstable`: it can, but answers are late or missing now and then. `since` is when the network was lost (milliseconds of the
 * epoch). `recent` is what the last outcomes were, oldest first; empty when there is nothing to remember.
 */
export type Connectivity =
  | { status: 'online' | 'unstable'; recent: readonly Outcome[] }
  | { status: 'offline'; since: number; recent: readonly Outcome[] }

export const online: Connectivity = { status: 'online', recent: [] }

/** Later than this, in milliseconds, a customer has begun to wait. */
const slowMs = 3_000
const remembered = 6
/** So many troubles among the remembered outcomes make a network unstable: one is an accident. */
const troublesOfUnstable = 2
/** So many prompt answers in a row make it steady again: more than it takes to lose it, so that the face does not flicker. */
const promptOfSteady = 4

/** `tookMs`: how long the answer took; null when none came. */
export function outcomeOf(tookMs: number | null): Outcome {
  if (tookMs === null) return 'none'
  return tookMs > slowMs ? 'slow' : 'prompt'
}

/** What a stored offline date says on load: still offline since then, until the check that must now run says otherwise. */
export function connectivityOnLoad(storedSince: number | null): { state: Connectivity; mustCheck: boolean } {
  return storedSince === null
    ? { state: online, mustCheck: false }
    : { state: { status: 'offline', since: storedSince, recent: ['none'] }, mustCheck: true }
}

/** The state after a look at the API (specification §4). Any answer means reachable; going on offline keeps the first instant. */
export function afterCheck(state: Connectivity, outcome: Outcome, atMs: number): Connectivity {
  const recent = remember(state.recent, outcome)
  if (outcome === 'none') return { status: 'offline', since: storedSince(state) ?? atMs, recent }
  if (recent.length === 0) return online
  const isUnstable = state.status === 'unstable' || troublesOf(recent) >= troublesOfUnstable
  return { status: isUnstable ? 'unstable' : 'online', recent }
}

/** A call got no answer: that is remembered, but only a look decides whether the API is there. */
export function afterLostCall(state: Connectivity): Connectivity {
  return state.status === 'offline' ? state : { ...state, recent: remember(state.recent, 'none') }
}

/** Nothing to find out: no further look is needed until something happens. */
export function isSettled({ status, recent }: Connectivity): boolean {
  return status === 'online' && recent.length === 0
}

/** What to keep in local storage: the start of being offline, or null to remove it. */
export function storedSince(state: Connectivity): number | null {
  return state.status === 'offline' ? state.since : null
}

/** Whole seconds offline, never below 0 (clocks are set back); null while reachable. */
export function secondsOffline(state: Connectivity, nowMs: number): number | null {
  return state.status === 'offline' ? Math.max(0, Math.floor((nowMs - state.since) / 1000)) : null
}

/** Outcomes without an answer one after the other are one interruption: an outage that ends once is no unstable network, however often it was looked for. */
function remember(recent: readonly Outcome[], outcome: Outcome): readonly Outcome[] {
  if (outcome === 'none' && recent.at(-1) === 'none') return recent
  const next = [...recent, outcome].slice(-remembered)
  const isSteady = next.length - next.findLastIndex((each) => each !== 'prompt') > promptOfSteady
  return isSteady || troublesOf(next) === 0 ? [] : next
}

function troublesOf(recent: readonly Outcome[]): number {
  return recent.filter((outcome) => outcome !== 'prompt').length
}
