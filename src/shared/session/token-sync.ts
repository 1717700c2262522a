import type { Auth, User } from '#shared/session/firebase.ts'

/** In ms. An older token was told when it was new; telling it again would only keep it alive elsewhere. */
const freshMs = 5 * 60_000
const limitMs = 10_000

/**
 * Tells a page of our own origin who is signed in: POST with the token as bearer for each new one, DELETE after a
 * sign-out (specification §7). It follows the sign-in and never answers to it: what fails is tried again with the next
 * token. Not the SDK's `authTokenSyncURL`, whose failed request would refuse the sign-in. Returns the function that
 * stops it.
 */
export function syncToken(
  onIdTokenChanged: (auth: Auth, next: (user: User | null) => void) => () => void,
  auth: Auth,
  path: string,
): () => void {
  let last: string | null | undefined
  const tell = async (user: User | null) => {
    const token = user ? await freshToken(user) : null
    if (token === undefined || token === last) return
    const before = last
    last = token
    try {
      await fetch(path, {
        method: token === null ? 'DELETE' : 'POST',
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(limitMs),
      })
    } catch {
      last = before
    }
  }
  return onIdTokenChanged(auth, (user) => void tell(user).catch(() => undefined))
}

/** Undefined when the token is too old to be told. */
async function freshToken(user: User): Promise<string | undefined> {
  const { token, issuedAtTime } = await user.getIdTokenResult()
  return Date.now() - Date.parse(issuedAtTime) < freshMs ? token : undefined
}
