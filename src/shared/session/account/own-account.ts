import { call } from '#shared/client/call.ts'
import { invitations } from '#shared/contract/invitations.ts'
import { AppError } from '#shared/domain/errors.ts'
import { explainedRefusal } from '#shared/session/authorised-domains.ts'
import { withBotCheck } from '#shared/session/bot-check.ts'
import type { Auth } from '#shared/session/firebase.ts'
import { isAboutAccount, signInRefusal, type SignInRefusal } from '#shared/session/sign-in-errors.ts'
import { firebase } from '#shared/session/token.ts'
import { keepIfRoom } from '#shared/windows/keep-if-room.ts'

/**
 * Makes the account of an invited member, or signs in to the one that he has, and accepts the invitation with it. The
 * terminal of this browser keeps its own account meanwhile. Returns the pharmacy, or the refusal of the sign-in service;
 * throws the `AppError` of our server.
 */
export async function acceptInvitation(
  secret: string,
  { email, password, pin }: { email: string; password: string; pin?: string },
): Promise<{ pharmacyId: string } | SignInRefusal> {
  const { authOf, signOut } = await firebase()
  const auth = authOf('invited')
  try {
    const { user } = await withBotCheck(auth, (ready) => signUpOrIn(ready, email, password))
    const accountToken = await user.getIdToken()
    return await call(invitations.accept, { body: { secret, accountToken, ...(pin === undefined ? {} : { pin }) } })
  } catch (error) {
    if (error instanceof AppError) throw error
    return signInRefusal(error)
  } finally {
    await signOut(auth).catch(() => undefined)
  }
}

async function signUpOrIn(auth: Auth, email: string, password: string) {
  const { createUserWithEmailAndPassword, signInWithEmailAndPassword } = await firebase()
  try {
    return await createUserWithEmailAndPassword(auth, email, password)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'auth/email-already-in-use')) throw error
    return signInWithEmailAndPassword(auth, email, password)
  }
}

/** The address whose password a one-time code resets. Throws as the sign-in service does. */
export async function addressOfResetCode(code: string): Promise<string> {
  const { authOf, verifyPasswordResetCode } = await firebase()
  return verifyPasswordResetCode(authOf('terminal'), code)
}

/** Sets a new password with the one-time code of the message. Returns null, or the refusal. */
export async function resetPassword(code: string, password: string): Promise<SignInRefusal | null> {
  try {
    const { authOf, confirmPasswordReset } = await firebase()
    await withBotCheck(authOf('terminal'), (auth) => confirmPasswordReset(auth, code, password))
    return null
  } catch (error) {
    return signInRefusal(error)
  }
}

/** Where the address is kept for the link that comes by e-mail, when it is opened in this browser. */
const linkKey = 'officine.connexion'

/** Sends a link that signs in without a password. Returns null, or the refusal. */
export async function sendSignInLink(email: string): Promise<SignInRefusal | null> {
  try {
    const { authOf, sendSignInLinkToEmail } = await firebase()
    const window = location.pathname.split('/')[1]
    const back = { url: `${location.origin}/${window}/action`, handleCodeInApp: true }
    // A closed account is answered as an open one.
    await withBotCheck(authOf('terminal'), (auth) => sendSignInLinkToEmail(auth, email.trim(), back)).catch(
      (error: unknown) => (isAboutAccount(error) ? undefined : Promise.reject(error)),
    )
    // The link was sent: a full device asks for the address again.
    keepIfRoom(localStorage, linkKey, email.trim())
    return null
  } catch (error) {
    return explainedRefusal(error)
  }
}

/** The address to which this browser had a link sent; null on another device. */
export function addressOfSentLink(): string | null {
  return localStorage.getItem(linkKey)
}

export function forgetSentLink(): void {
  localStorage.removeItem(linkKey)
}
