import { expect, test } from 'vitest'
import { AppError } from '#shared/domain/errors.ts'
import type { SessionEnd } from '#shared/domain/session-end.ts'
import { isSessionEndedAtom } from '#shared/session/ended-session.ts'
import { checkOwnAccess, hearRefusal } from '#shared/session/follow-access.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import type { Session } from '#shared/store/identity/identity-store.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId } from '#tests/support/a-terminal.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'

const session: Session = {
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
}
const ended = (reason: SessionEnd, unlockId = session.id) =>
  new AppError('auth:sessionEnded', { unlockId, reason }, 401)

async function twoWindows(given: Partial<Session> = {}) {
  const edge = await openApiEdge(() => ({ status: 200, body: { id: session.id } }))
  const [here, beside] = [await aWindow(), await aWindow()]
  await here.identity.putSession({ ...session, ...given })
  await until('both are unlocked', () => [here, beside].every(({ store }) => store.get(sessionAtom) !== null))
  return { edge, here, beside }
}

test('a member who was deactivated is out in every window of the terminal', async () => {
  const { here, beside } = await twoWindows()
  hearRefusal(here.store, ended('deactivation'))
  await until('both are locked', () => [here, beside].every(({ store }) => store.get(sessionAtom) === null))
})

test.each(['pin', 'switch', 'age'] as const)(
  'after « %s » the PIN is asked for above what is shown',
  async (reason) => {
    const { here } = await twoWindows()
    hearRefusal(here.store, ended(reason))
    expect(here.store.get(isSessionEndedAtom)).toBe(true)
    expect(here.store.get(sessionAtom)).not.toBeNull()
  },
)

test('everybody of a pharmacy that the platform suspended is out, in every window', async () => {
  const { here, beside } = await twoWindows()
  hearRefusal(here.store, new AppError('pharmacies:suspended', undefined, 403))
  await until('both are locked', () => [here, beside].every(({ store }) => store.get(sessionAtom) === null))
})

test('a late word about the member before locks nobody out', async () => {
  const { here } = await twoWindows()
  hearRefusal(here.store, ended('deactivation', '018f0000-0000-7000-8000-0000000000f2'))
  hearRefusal(here.store, new AppError('auth:forbidden', { reason: 'deactivation' }, 403))
  expect(here.store.get(sessionAtom)).not.toBeNull()
})

test('the server is asked about the own member; not without a network or while locked', async () => {
  const { edge, here } = await twoWindows()
  await checkOwnAccess(here.store)
  const asked = () => edge.asked.filter(({ path }) => path.endsWith(`/users/${aurele.id}`)).length
  expect(asked()).toBe(1)
  await here.identity.putSession({ ...session, isOffline: true })
  await until('without a network', () => here.store.get(sessionAtom)?.isOffline === true)
  await checkOwnAccess(here.store)
  expect(asked()).toBe(1)
})
