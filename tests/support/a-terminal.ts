import { createStore } from 'jotai'
import { onTestFinished } from 'vitest'
import type { Member } from '#shared/contract/users.ts'
import { isIdentityLoadingAtom } from '#shared/session/claims.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import type { Tokens } from '#shared/session/token.ts'
import { shareIdentity } from '#shared/store/identity/identity-atoms.ts'
import type { Account } from '#shared/store/identity/identity-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'

export const domainId = '018f0000-0000-7000-8000-0000000000d0'
export const till: Account = { uid: 'till-1', email: 'comptoir@camp-guezo.bj', pharmacyId, domainId, roles: [] }
export const aurele: Member = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
}
export const rachelle: Member = {
  id: '018f0000-0000-7000-8000-0000000000a2',
  firstName: 'Rachelle',
  lastName: 'Hounkpatin',
  roles: ['pharmacien'],
}

/** One window of a terminal, with the sign-in service (the network's edge) answering as told. */
export async function aWindow({
  account = till,
  terminalToken = 'terminal',
}: { account?: Account | null; terminalToken?: string | undefined } = {}) {
  const [store, bus] = [createStore(), openBus()]
  const identity = shareIdentity(store, bus)
  const exchanged: string[] = []
  const tokens: Tokens = {
    terminal: () => Promise.resolve(terminalToken),
    current: () => Promise.resolve(terminalToken),
    forRow: () => [],
    signInMember: (token) => Promise.resolve(exchanged.push(token)),
    signOutMember: () => Promise.resolve(),
  }
  store.set(sessionServicesAtom, { identity, tokens })
  store.set(isIdentityLoadingAtom, true)
  await identity.refresh()
  if (account) await identity.patchTerminal({ account, members: [aurele, rachelle] })
  onTestFinished(() => {
    identity.close()
    bus.close()
  })
  return { store, bus, identity, exchanged }
}
