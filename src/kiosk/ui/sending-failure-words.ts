import { catalogueEntry } from '#shared/domain/error-catalogue.ts'

/** Why something did not go out, from what the queue or a list noted of its last attempt. */
export function sendingFailureWords(lastFailure: string | null): string | null {
  if (lastFailure === null) return null
  if (/unauthorized|token/i.test(lastFailure)) return 'ce poste doit se reconnecter'
  if (lastFailure === 'nobody answered') return 'le serveur n’a pas répondu'
  const title = catalogueEntry(lastFailure)?.title
  return title ? title.charAt(0).toLowerCase() + title.slice(1) : 'le serveur n’a pas pu répondre'
}
