import { atom, type Getter } from 'jotai'
import type { Tokens } from '#shared/session/token.ts'
import type { SharedIdentity } from '#shared/store/identity/identity-atoms.ts'

/** Services for the session's atoms; null until `startSession` has run. */
export type SessionServices = { identity: SharedIdentity; tokens: Tokens }
export const sessionServicesAtom = atom<SessionServices | null>(null)

export function servicesOf(get: Getter): SessionServices {
  const services = get(sessionServicesAtom)
  if (!services) throw new Error('startSession has not run')
  return services
}
