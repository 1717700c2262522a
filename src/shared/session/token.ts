import type { createStore } from 'jotai'
import { NoAnswer } from '#shared/client/call.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { unlockIdOf } from '#shared/session/ended-session.ts'
import type { AppName, User } from '#shared/session/firebase.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Session } from '#shared/store/identity/identity-store.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

type Store = ReturnType<typeof createStore>
type Token = string | undefined

/** In ms. Limit for getting a token, because the sign-in service may not answer, and selling never needs it. */
const limitMs = 4_000
/** In ms. Time after an unlock in which another window may still be receiving the member's token. */
const settlingMs = 10_000

export type Tokens = ReturnType<typeof openTokens>

/**
 * The bearer tokens of this window. Each resolves within a few seconds, with undefined when there is none; only
 * `current` may throw.
 */
export function openTokens(store: Store) {
  let memberSignIn: Promise<unknown> = Promise.resolve()

  const askMember = async (isFresh: boolean): Promise<Token> => {
    const session = store.get(sessionAtom)
    if (!session || session.isOffline) return undefined
    await memberSignIn
    const user = await userOf('member')
    if (user && (await isOf(user, session))) return user.getIdToken(isFresh)
    // A token of another unlock belongs to another session. After a recent unlock in another window, the new user
    // arrives shortly.
    return Date.now() - session.startedAt < settlingMs
      ? (await memberOf(session, AbortSignal.timeout(limitMs))).getIdToken()
      : undefined
  }
  const awaitMember = async (limit: AbortSignal): Promise<Token> => {
    const session = await onlineSession(store, limit)
    if (!session) return undefined
    await memberSignIn
    const user = await userOf('member')
    return (user && (await isOf(user, session)) ? user : await memberOf(session, limit)).getIdToken()
  }
  // The server would refuse the terminal's token: the call waits for the member's token or fails.
  const memberOnly = async (): Promise<Token> => {
    const token = await within(awaitMember)
    if (token === undefined) throw new NoAnswer('no token of a member')
    return token
  }
  const askTerminal = async (isFresh = false): Promise<Token> => {
    const uid = store.get(terminalAtom)?.account?.uid
    const user = await userOf('terminal')
    // While the terminal changes pharmacy, the signed-in user may not be the one who may send these sales.
    return user?.uid === uid ? user?.getIdToken(isFresh) : undefined
  }
  const member = (isFresh = false) => within(() => askMember(isFresh))
  const terminal = () => within(() => askTerminal())
  const ofTerminal = [false, true].map((isFresh) => () => within(() => askTerminal(isFresh)))
  const ofMember = [() => member(), () => member(true), ...ofTerminal]

  return {
    terminal,
    /**
     * The member's token; the terminal's for calls allowed to a terminal, and for platform accounts. Throws `NoAnswer`
     * when the required one is missing. Calls of permission `terminal` use the terminal's token first: a server
     * restored from a backup does not know the member's session and would refuse it.
     */
    current: (call: Pick<Endpoint, 'permission' | 'deferred'>): Promise<Token> => {
      if (call.permission === 'terminal') return inTime(async () => (await askTerminal()) ?? askMember(false))
      return isForMembers(call) && store.get(terminalAtom)?.account?.pharmacyId
        ? memberOnly()
        : inTime(async () => (await askMember(false)) ?? askTerminal())
    },

    /**
     * Tokens for an ended sale, in order of preference: the member's while its session is current, a refreshed one,
     * then the terminal's (product.md §1).
     */
    forRow: (row: Pick<OutboxRow, 'sessionId'>): readonly (() => Promise<Token>)[] =>
      store.get(sessionAtom)?.id === row.sessionId ? ofMember : ofTerminal,

    /** Exchanges the custom token of an unlock. Calls made meanwhile wait for it, within their limit. */
    signInMember(customToken: string): Promise<unknown> {
      // Serialised, so that the last member to unlock stays signed in, however long an exchange takes.
      memberSignIn = Promise.all([firebase(), memberSignIn])
        .then(([{ authOf, signInWithCustomToken }]) => signInWithCustomToken(authOf('member'), customToken))
        // The session works without it: sales then use the terminal's token.
        .catch(() => undefined)
      return memberSignIn
    },

    /** Signs the member out when the terminal is locked. */
    async signOutMember(): Promise<void> {
      await memberSignIn
      const { authOf, signOut } = await firebase()
      await signOut(authOf('member')).catch(() => undefined)
    },
  }
}

/** Loaded on first use, so that the lock screen and the counter do not wait for it. */
export const firebase = () => import('#shared/session/firebase.ts')

/**
 * Tokens of the user signed in under that name, cached first, then refreshed; undefined when there is none or it takes
 * too long.
 */
export function tokensOf(app: AppName): readonly (() => Promise<Token>)[] {
  return [false, true].map((isFresh) => () => within(async () => (await userOf(app))?.getIdToken(isFresh)))
}

/** The user signed in under that name, read from disk by Firebase. */
export async function userOf(app: AppName): Promise<User | null> {
  const { authOf } = await firebase()
  const auth = authOf(app)
  await auth.authStateReady()
  return auth.currentUser
}

/**
 * The member, when Firebase has synchronised the user from the window where the unlock happened (it polls about once a
 * second).
 */
async function memberOf(session: Session, limit: AbortSignal): Promise<User> {
  const { authOf, onIdTokenChanged } = await firebase()
  return new Promise((resolve, reject) => {
    const look = async (user: User | null) => {
      if (!user || !(await isOf(user, session))) return
      resolve(user)
      unsubscribe()
    }
    const unsubscribe = onIdTokenChanged(authOf('member'), (user) => void look(user).catch(() => undefined))
    onAbort(limit, () => {
      unsubscribe()
      reject(new NoAnswer('the member did not come'))
    })
  })
}

/**
 * Whether this is the member of the session, with a token of this very unlock: after an unlock in another window the
 * former token of the same member still stands here, and the server refuses it.
 */
async function isOf(user: User, session: Session): Promise<boolean> {
  if (user.uid !== session.uid) return false
  const { pin } = (await user.getIdTokenResult()).claims
  return pin === undefined || pin === unlockIdOf(session)
}

/**
 * The session once the server knows it: an offline session is upgraded when the network is back. Undefined when that
 * fails or the terminal is locked.
 */
function onlineSession(store: Store, limit: AbortSignal): Promise<Session | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      const session = store.get(sessionAtom)
      if (session?.isOffline && store.get(connectivityAtom).state !== 'offline' && !limit.aborted) return
      for (const stop of stops) stop()
      resolve(session && !session.isOffline ? session : undefined)
    }
    const stops = [store.sub(sessionAtom, look), store.sub(connectivityAtom, look)]
    onAbort(limit, look)
    look()
  })
}

/** Whether the call needs a member's token. Deferred calls name their seller and may use the terminal's. */
function isForMembers({ permission, deferred }: Pick<Endpoint, 'permission' | 'deferred'>): boolean {
  return permission !== 'public' && permission !== 'terminal' && !deferred
}

function onAbort(signal: AbortSignal, react: () => void): void {
  if (signal.aborted) react()
  else signal.addEventListener('abort', react, { once: true })
}

/** Undefined when there is no token or it takes too long. */
function within(work: (limit: AbortSignal) => Promise<Token>): Promise<Token> {
  return inTime(work).catch(() => undefined)
}

/**
 * Undefined when no user is signed in. Throws `NoAnswer` when the token takes too long: the server would only refuse
 * the call.
 */
async function inTime(work: (limit: AbortSignal) => Promise<Token>): Promise<Token> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  const late = new Promise<never>((_, reject) => onAbort(limit.signal, () => reject(new NoAnswer('no token in time'))))
  try {
    return await Promise.race([work(limit.signal).catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
