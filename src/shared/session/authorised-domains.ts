import * as z from 'zod'
import { config } from '#shared/config.ts'
import { signInRefusal, type SignInRefusal } from '#shared/session/sign-in-errors.ts'

const Project = z.object({ authorizedDomains: z.array(z.string()) })
/** In ms. The list only makes a text better. */
const limitMs = 4_000

/** The addresses from which the sign-in service lets anybody sign in. Throws when it does not answer. */
async function authorisedDomains(): Promise<string[]> {
  const { apiKey, emulator } = config.firebase
  const service = 'identitytoolkit.googleapis.com'
  const base = emulator ? `${emulator === 'same-origin' ? location.origin : emulator}/${service}` : `https://${service}`
  const reply = await fetch(`${base}/v1/projects?key=${encodeURIComponent(apiKey)}`, {
    signal: AbortSignal.timeout(limitMs),
  })
  return Project.parse(await reply.json()).authorizedDomains
}

const wrongAddress: readonly unknown[] = ['auth/unauthorized-domain', 'auth/unauthorized-continue-uri']

/** The text for an error of the sign-in service. A wrong address is told with the right ones. */
export async function explainedRefusal(error: unknown): Promise<SignInRefusal> {
  const refusal = signInRefusal(error)
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (!wrongAddress.includes(code)) return refusal
  const domains = await authorisedDomains().catch(() => [])
  return domains.length === 0
    ? refusal
    : {
        field: 'form',
        text: `La connexion n’est pas permise depuis ${location.hostname}. Ouvrez Officine à l’adresse ${domains.join(' ou ')}.`,
      }
}
