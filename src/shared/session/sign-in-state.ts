import { atom } from 'jotai'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'

type Underway = 'popup' | 'redirect'

const underwayAtom = atom<Underway | null>(null)

/** Whether the account of this terminal is signed in, or signs in with an identity provider at this moment. */
export const signInStateAtom = atom(
  (get): Underway | 'signed-in' | 'signed-out' =>
    get(underwayAtom) ?? (get(terminalAtom)?.account && !get(needsSignInAtom) ? 'signed-in' : 'signed-out'),
  (_, set, underway: Underway | null) => set(underwayAtom, underway),
)
