import type { createStore } from 'jotai'
import { NoAnswer } from '#shared/client/call.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { AppName, User } from '#shared/session/firebase.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Session } from '#shared/store/identity/identity-store.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

type Store = ReturnType<typeof createStore>
type Token = string | undefined

/** No call waits longer than this for a token: the sign-in service may be a black hole, and selling never needs it. */
const limitMs = 4_000
/** How long after an unlock another window may still be on its way to the member's token. */
const settlingMs = 10_000

export type Tokens = ReturnType<typeof openTokens>

/** The bearer tokens of this window. Each answers within a few seconds, with undefined when there is none; only `current` ever throws. */
export function openTokens(store: Store) {
  let memberSignIn: Promise<unknown> = Promise.resolve()

  const askMember = async (isFresh: boolean): Promise<Token> => {
    const session = store.get(sessionAtom)
    if (!session || session.isOffline) return undefined
    await memberSignIn
    const user = await userOf('member')
    if (user?.uid === session.uid) return user.getIdToken(isFresh)
    // A token of the member before belongs to another session. Unlocked in another window a moment ago: ours follows shortly.
    return Date.now() - session.startedAt < settlingMs
      ? (await memberOf(session.uid, AbortSignal.timeout(limitMs))).getIdToken()
      : undefined
  }
  const awaitMember = async (limit: AbortSignal): Promise<Token> => {
    const session = await onlineSession(store, limit)
    if (!session) return undefined
    await memberSignIn
    const user = await userOf('member')
    return (user?.uid === session.uid ? user : await memberOf(session.uid, limit)).getIdToken()
  }
  // The server would refuse the till: a call of a member waits for the member's token, or does not go out at all.
  const memberOnly = async (): Promise<Token> => {
    const token = await within(awaitMember)
    if (token === undefined) throw new NoAnswer('no token of a member')
    return token
  }
  const askTerminal = async (isFresh = false): Promise<Token> => {
    const uid = store.get(terminalAtom)?.account?.uid
    const user = await userOf('terminal')
    // While the terminal goes to another pharmacy, whoever is signed in is not yet, or no longer, who may send this one's sales.
    return user?.uid === uid ? user?.getIdToken(isFresh) : undefined
  }
  const member = (isFresh = false) => within(() => askMember(isFresh))
  const terminal = () => within(() => askTerminal())
  const ofTerminal = [false, true].map((isFresh) => () => within(() => askTerminal(isFresh)))
  const ofMember = [() => member(), () => member(true), ...ofTerminal]

  return {
    terminal,
    /**
     * The member's; the terminal's for what a till may ask, or an account of the platform. Throws `NoAnswer` when there is none of whoever may. A server
     * that came back from a backup does not know the unlock: what gives it its sales back must not go with the member's token, which it refuses.
     */
    current: (call: Pick<Endpoint, 'permission' | 'deferred'>): Promise<Token> => {
      if (call.permission === 'terminal') return inTime(async () => (await askTerminal()) ?? askMember(false))
      return isForMembers(call) && store.get(terminalAtom)?.account?.pharmacyId
        ? memberOnly()
        : inTime(async () => (await askMember(false)) ?? askTerminal())
    },

    /** For an ended sale, best first: the member's while its session is the current one, a new one of theirs, then the terminal's (product.md §1). */
    forRow: (row: Pick<OutboxRow, 'sessionId'>): readonly (() => Promise<Token>)[] =>
      store.get(sessionAtom)?.id === row.sessionId ? ofMember : ofTerminal,

    /** Exchanges the custom token of an unlock. Calls made meanwhile wait for it, within their limit. */
    signInMember(customToken: string): Promise<unknown> {
      // One after the other: the last who came in is who is in, whichever exchange takes long.
      memberSignIn = Promise.all([firebase(), memberSignIn])
        .then(([{ authOf, signInWithCustomToken }]) => signInWithCustomToken(authOf('member'), customToken))
        // The session stands without it: sales then go with the terminal's token.
        .catch(() => undefined)
      return memberSignIn
    },

    /** Forgets the member's token: the terminal is locked. */
    async signOutMember(): Promise<void> {
      await memberSignIn
      const { authOf, signOut } = await firebase()
      await signOut(authOf('member')).catch(() => undefined)
    },
  }
}

/** Loaded on first need: nothing of the lock screen or the counter waits for it. */
export const firebase = () => import('#shared/session/firebase.ts')

/** Of whoever is signed in under that name, then a new one of theirs; undefined where nobody is, or in time. */
export function tokensOf(app: AppName): readonly (() => Promise<Token>)[] {
  return [false, true].map((isFresh) => () => within(async () => (await userOf(app))?.getIdToken(isFresh)))
}

/** Who is signed in under that name, as the disk says: Firebase reads it after the window stands. */
export async function userOf(app: AppName): Promise<User | null> {
  const { authOf } = await firebase()
  const auth = authOf(app)
  await auth.authStateReady()
  return auth.currentUser
}

/** The member, once Firebase has brought them over from the window where they unlocked (it looks every second or so). */
async function memberOf(uid: string, limit: AbortSignal): Promise<User> {
  const { authOf, onIdTokenChanged } = await firebase()
  return new Promise((resolve, reject) => {
    const unsubscribe = onIdTokenChanged(authOf('member'), (user) => {
      if (user?.uid !== uid) return
      resolve(user)
      // Not yet assigned when Firebase calls back at once.
      queueMicrotask(() => unsubscribe())
    })
    onAbort(limit, () => {
      unsubscribe()
      reject(new NoAnswer('the member did not come'))
    })
  })
}

/** The session once the server knows it: an unlock made offline becomes one of the server's when the network is back. Undefined when it cannot, or locked. */
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

/** A till itself may make these calls; all others are of whoever unlocked it. What is deferred names its seller. */
function isForMembers({ permission, deferred }: Pick<Endpoint, 'permission' | 'deferred'>): boolean {
  return permission !== 'public' && permission !== 'terminal' && !deferred
}

function onAbort(signal: AbortSignal, react: () => void): void {
  if (signal.aborted) react()
  else signal.addEventListener('abort', react, { once: true })
}

/** Undefined where there is none, in time or at all. */
function within(work: (limit: AbortSignal) => Promise<Token>): Promise<Token> {
  return inTime(work).catch(() => undefined)
}

/** Undefined where nobody is signed in. Throws `NoAnswer` where the token is late: without it the server would only refuse. */
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
