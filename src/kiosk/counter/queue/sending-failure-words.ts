import { catalogueEntry } from '#shared/domain/error-catalogue.ts'

const ofAccount = new Set([
  'no token',
  'no token in time',
  'no token of a member',
  'auth:missingToken',
  'auth:invalidToken',
])

/** Was it that the server did not know who sends? */
export function isOfAccount(lastFailure: string | null): boolean {
  return lastFailure !== null && ofAccount.has(lastFailure)
}

/** Why something did not go out, from what the queue or a list noted of its last attempt. `needsSignIn`: the terminal's own sign-in is gone. */
export function sendingFailureWords(lastFailure: string | null, needsSignIn: boolean): string | null {
  if (lastFailure === null) return null
  if (needsSignIn && isOfAccount(lastFailure)) return 'ce poste doit se reconnecter'
  if (lastFailure === 'no token of a member') return 'le code du membre n’est pas encore confirmé en ligne'
  if (lastFailure === 'no token' || lastFailure === 'no token in time') return 'le service de connexion n’a pas répondu'
  if (lastFailure === 'nobody answered') return 'le serveur n’a pas répondu'
  const title = catalogueEntry(lastFailure)?.title
  return title ? title.charAt(0).toLowerCase() + title.slice(1) : 'le serveur n’a pas pu répondre'
}
