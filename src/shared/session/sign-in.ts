import { atom, type createStore } from 'jotai'
import * as z from 'zod'
import { call } from '#shared/client/call.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { explainedRefusal } from '#shared/session/authorised-domains.ts'
import { needsSignInAtom } from '#shared/session/claims.ts'
import type { Auth, User } from '#shared/session/firebase.ts'
import { keepCredential } from '#shared/session/former-pharmacies.ts'
import { withBotCheck } from '#shared/session/bot-check.ts'
import { servicesOf } from '#shared/session/session-services.ts'
import { isAboutAccount, type SignInRefusal } from '#shared/session/sign-in-errors.ts'
import { firebase, userOf, type Tokens } from '#shared/session/token.ts'
import { lockAtom } from '#shared/session/unlock.ts'
import { terminalAtom, type SharedIdentity } from '#shared/store/identity/identity-atoms.ts'
import type { Account, Terminal } from '#shared/store/identity/identity-store.ts'
import { deleteOtherCaches } from '#shared/store/disk/other-pharmacies.ts'

type Store = ReturnType<typeof createStore>

/** Custom claims of our tokens (specification §3). */
const AccountClaims = z.object({
  pharmacyId: z.uuid().nullable().catch(null),
  domainId: z.uuid().nullable().catch(null),
  roles: z.array(z.string()).catch([]),
})

/**
 * The pharmacy for which the user was warned that unsent rows of the former pharmacy will not be sent. A second attempt
 * proceeds.
 */
const toldOfLossAtom = atom<string | null | undefined>(undefined)

function lossText(left: string | null): string {
  return `Des envois de ${left ?? 'la pharmacie de ce poste'} attendent ici, et son compte n’est plus connecté\u00a0: après ce changement, ils ne partiraient pas seuls. Connectez d’abord ce poste à cette pharmacie. Pour changer quand même, touchez encore «\u00a0Se connecter\u00a0»\u00a0: ils restent gardés sur ce poste.`
}

/** One way to sign in: asks the sign-in service for the user of an account. */
export type SignInStep = (auth: Auth) => Promise<{ user: User }>

/** Signs in the terminal, or a platform account. Returns null, or the refusal with its field. */
export const signInAtom = atom(null, (_, set, email: string, password: string): Promise<SignInRefusal | null> =>
  set(enterAtom, async (auth) => {
    const { signInWithEmailAndPassword } = await firebase()
    return signInWithEmailAndPassword(auth, email.trim(), password)
  }),
)

/** Signs in the terminal, or a platform account, in any way. Returns null, or the refusal with its field. */
export const enterAtom = atom(null, async (get, set, step: SignInStep): Promise<SignInRefusal | null> => {
  const { identity } = servicesOf(get)
  try {
    const { authOf, updateCurrentUser } = await firebase()
    const { account: before, pharmacy: left } = get(terminalAtom) ?? {}
    const userBefore = await userOf('terminal')
    const isKept = !before?.pharmacyId || (await keepCredential(before.pharmacyId, before.uid, left?.name ?? null))
    const { user } = await withBotCheck(authOf('terminal'), step)
    const account = await accountOf(user)
    const isOther = before?.pharmacyId !== account.pharmacyId
    if (isOther && !isKept && get(toldOfLossAtom) !== account.pharmacyId) {
      await updateCurrentUser(authOf('terminal'), userBefore)
      set(toldOfLossAtom, account.pharmacyId)
      return { field: 'form', text: lossText(left?.name ?? null) }
    }
    try {
      if (isOther) await Promise.all([identity.forgetUnlocks(), deleteOtherCaches(account.pharmacyId)])
      // Written together with the account: otherwise a lock screen opened in between would show no members.
      const known = await user
        .getIdToken()
        .then((token) => readPharmacy(token, account))
        .catch(() => null)
      // The member of the former account, or of its former pharmacy, must not go on in the new one.
      if (before && (isOther || before.uid !== account.uid)) await set(lockAtom)
      await identity.patchTerminal({ account, ...(isOther ? { pharmacy: null, members: [] } : {}), ...known })
    } catch (error) {
      // The record is unchanged, so the signed-in user must be restored too.
      await updateCurrentUser(authOf('terminal'), userBefore)
      throw error
    }
    set(needsSignInAtom, false)
    return null
  } catch (error) {
    return explainedRefusal(error)
  }
})

/**
 * Signs the terminal out. Waiting rows stay on disk and are still sent. Returns false, without doing anything, when
 * they could not be sent any more.
 */
export const signOutAtom = atom(null, async (get, set): Promise<boolean> => {
  const { identity } = servicesOf(get)
  const { account, pharmacy } = get(terminalAtom) ?? {}
  if (account?.pharmacyId && !(await keepCredential(account.pharmacyId, account.uid, pharmacy?.name ?? null)))
    return false
  await set(lockAtom)
  await identity.forgetUnlocks()
  await identity.patchTerminal({ account: null, pharmacy: null, members: [] })
  const { authOf, signOut } = await firebase()
  await signOut(authOf('terminal')).catch(() => undefined)
  return true
})

/**
 * Signs the terminal in again, in another pharmacy of its account: what it keeps of the former one goes as when another
 * account signs in. Nothing happens for the pharmacy where it is. Returns null, or the refusal. Throws as `call` does.
 */
export const switchPharmacyAtom = atom(null, async (get, set, id: string): Promise<SignInRefusal | null> => {
  if (get(terminalAtom)?.account?.pharmacyId === id) return null
  const { token } = await call(pharmacies.enter, { params: { id } })
  // While this terminal still speaks for the pharmacy that it leaves: the session ends there.
  await set(lockAtom)
  return set(enterAtom, async (auth) => {
    const { signInWithCustomToken } = await firebase()
    return signInWithCustomToken(auth, token)
  })
})

/** Said whether or not the address has an account. */
export function sentText(email: string, done: string): string {
  return `Si ${email.trim()} a un compte, un message y arrive dans quelques minutes. ${done}`
}

/**
 * Sends the password reset message. Returns null, or the refusal. An address without an account is answered as one that
 * has one: whoever asks must not learn who works here.
 */
export async function sendPasswordReset(email: string): Promise<SignInRefusal | null> {
  try {
    const { authOf, sendPasswordResetEmail } = await firebase()
    await withBotCheck(authOf('terminal'), (auth) => sendPasswordResetEmail(auth, email.trim()))
    return null
  } catch (error) {
    return isAboutAccount(error) ? null : explainedRefusal(error)
  }
}

/** Refreshes the stored pharmacy and its members, for the lock screen when offline. Throws as `call` does. */
export async function refreshPharmacy(
  identity: SharedIdentity,
  tokens: Tokens,
  account: Account | null,
): Promise<void> {
  const known = await readPharmacy(await tokens.terminal(), account)
  if (known) await identity.patchTerminal(known)
}

/** The pharmacy of an account and its members; null without a pharmacy or token. Throws as `call` does. */
async function readPharmacy(
  token: string | undefined,
  account: Account | null,
): Promise<Pick<Terminal, 'pharmacy' | 'members'> | null> {
  if (!account?.pharmacyId || !token) return null
  const params = { id: account.pharmacyId }
  const [pharmacy, members] = await Promise.all([
    call(pharmacies.read, { params }, { token }),
    call(pharmacies.users, { params }, { token }),
  ])
  return { pharmacy, members }
}

/** « Réessayer » on the lock screen: refreshes the pharmacy and its members. Returns whether it succeeded. */
export const refreshMembersAtom = atom(null, async (get): Promise<boolean> => {
  const { identity, tokens } = servicesOf(get)
  return refreshPharmacy(identity, tokens, get(terminalAtom)?.account ?? null).then(
    () => true,
    () => false,
  )
})

type FirebaseUser = {
  uid: string
  email: string | null
  getIdTokenResult(): Promise<{ claims: Record<string, unknown> }>
}

/**
 * Firebase reports another user for the terminal's account. Same user: the record is updated from the token. No user,
 * or another one (after an interrupted sign-in): the record stays, because this may be a wrong answer of the service at
 * start; the till stays open and asks for a new sign-in.
 */
export async function terminalUserChanged(
  store: Store,
  identity: SharedIdentity,
  user: FirebaseUser | null,
): Promise<void> {
  const terminal = store.get(terminalAtom)
  if (!terminal?.account) return
  const isOwn = user?.uid === terminal.account.uid
  store.set(needsSignInAtom, !isOwn)
  if (!user || !isOwn) return
  const account = await accountOf(user)
  if (!isSameAccount(terminal, account)) await identity.patchTerminal({ account })
}

async function accountOf(user: FirebaseUser): Promise<Account> {
  const { claims } = await user.getIdTokenResult()
  return {
    uid: user.uid,
    email: user.email ?? '',
    ...AccountClaims.parse({
      // An account that opens several pharmacies says with this sign-in which one (`switchPharmacyAtom`).
      pharmacyId: claims['enters'] ?? claims['pharmacyId'] ?? null,
      domainId: claims['domainId'] ?? null,
      roles: claims['roles'],
    }),
  }
}

function isSameAccount({ account }: Terminal, other: Account): boolean {
  return (
    account?.pharmacyId === other.pharmacyId &&
    account.domainId === other.domainId &&
    account.email === other.email &&
    account.roles.join() === other.roles.join()
  )
}
