import type { createStore } from 'jotai'
import type { User } from '#shared/session/firebase.ts'
import type { OutboxRow } from '#shared/store/sales-database.ts'
import { sessionAtom } from '#shared/store/identity-atoms.ts'

type Store = ReturnType<typeof createStore>
type Token = string | undefined

/** No call waits longer than this for a token: the sign-in service may be a black hole, and selling never needs it. */
const limitMs = 4_000
/** How long after an unlock another window may still be on its way to the member's token. */
const settlingMs = 10_000

export type Tokens = ReturnType<typeof openTokens>

/** The bearer tokens of this window. Each answers within a few seconds, with undefined when there is none; none ever throws. */
export function openTokens(store: Store) {
  let memberSignIn: Promise<unknown> = Promise.resolve()

  const askMember = async (isFresh: boolean): Promise<Token> => {
    const session = store.get(sessionAtom)
    if (!session || session.isOffline) return undefined
    await memberSignIn
    const user = await userOf('member')
    if (user?.uid === session.uid) return user.getIdToken(isFresh)
    // A token of the member before belongs to another session. Unlocked in another window a moment ago: ours follows shortly.
    return Date.now() - session.startedAt < settlingMs ? (await memberOf(session.uid)).getIdToken() : undefined
  }
  const askTerminal = async (isFresh: boolean): Promise<Token> => (await userOf('terminal'))?.getIdToken(isFresh)
  const member = (isFresh = false) => within(() => askMember(isFresh))
  const terminal = (isFresh = false) => within(() => askTerminal(isFresh))

  return {
    terminal,
    /** The member's, else the terminal's. */
    current: () => within(async () => (await askMember(false)) ?? askTerminal(false)),

    /** For an ended sale, best first: the member's while its session is the current one, a new one of theirs, then the terminal's (product.md §1). */
    forRow(row: OutboxRow): readonly (() => Promise<Token>)[] {
      const isOwn = store.get(sessionAtom)?.id === row.sessionId
      return [...(isOwn ? [() => member(), () => member(true)] : []), () => terminal(), () => terminal(true)]
    },

    /** Exchanges the custom token of an unlock. Calls made meanwhile wait for it, within their limit. */
    signInMember(customToken: string): Promise<unknown> {
      memberSignIn = firebase()
        .then(({ authOf, signInWithCustomToken }) => signInWithCustomToken(authOf('member'), customToken))
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

async function userOf(app: 'terminal' | 'member'): Promise<User | null> {
  const { authOf } = await firebase()
  const auth = authOf(app)
  await auth.authStateReady()
  return auth.currentUser
}

/** The member, once Firebase has brought them over from the window where they unlocked (it looks every second or so). */
async function memberOf(uid: string): Promise<User> {
  const { authOf, onIdTokenChanged } = await firebase()
  return new Promise((resolve) => {
    const unsubscribe = onIdTokenChanged(authOf('member'), (user) => {
      if (user?.uid !== uid) return
      resolve(user)
      // Not yet assigned when Firebase calls back at once.
      queueMicrotask(() => unsubscribe())
    })
  })
}

function within(work: () => Promise<Token>): Promise<Token> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), limitMs)
    work()
      .then(resolve, () => resolve(undefined))
      .finally(() => clearTimeout(timer))
  })
}
