import { expect, test, vi } from 'vitest'
import { switchPharmacyAtom } from '#shared/session/sign-in.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId, till } from '#tests/support/a-terminal.ts'
import { openApiEdge } from '#tests/support/api-edge.ts'

const otherId = '018f0000-0000-7000-8000-0000000000f9'
const service = vi.hoisted(() => ({ tokens: [] as string[] }))

/** The sign-in service gives the account, with the claim of this sign-in. */
vi.mock('firebase/auth', async (original) => ({
  ...(await original<object>()),
  signInWithCustomToken: async (_auth: unknown, token: string) => {
    service.tokens.push(token)
    return {
      user: {
        uid: till.uid,
        email: till.email,
        getIdToken: async () => 'token',
        getIdTokenResult: async () => ({ claims: { pharmacyId, domainId, roles: [], enters: otherId } }),
      },
    }
  },
}))

async function anUnlocked() {
  service.tokens = []
  const edge = await openApiEdge(({ path }) =>
    path.endsWith('/entry')
      ? { status: 201, body: { token: 'custom' } }
      : { status: 404, body: { message: 'requests:notFound' } },
  )
  const { store, identity } = await aWindow()
  await identity.putSession({
    id: '018f0000-0000-7000-8000-0000000000f1',
    userId: aurele.id,
    uid: aurele.id,
    pharmacyId,
    domainId,
    firstName: 'Aurèle',
    lastName: 'Dossou',
    roles: ['vendeur'],
    permissions: ['sale.sell'],
    startedAt: 0,
    isOffline: false,
  })
  return { edge, store }
}

// That it goes there, locked, is shown by the journey of the new pharmacy.
test('where it is, nothing happens; refused, it stays and is not locked', async () => {
  const { edge, store } = await anUnlocked()
  expect(await store.set(switchPharmacyAtom, pharmacyId)).toBeNull()
  edge.answer = () => ({ status: 404, body: { message: 'requests:notFound' } })
  await expect(store.set(switchPharmacyAtom, otherId)).rejects.toMatchObject({ message: 'requests:notFound' })
  expect(service.tokens).toEqual([])
  expect(store.get(terminalAtom)?.account?.pharmacyId).toBe(pharmacyId)
  expect(store.get(sessionAtom)).not.toBeNull()
})
