import 'fake-indexeddb/auto'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { Provider } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { configureClient } from '#shared/client/call.ts'
import { LockScreen } from '#shared/session/lock-screen.tsx'
import { pharmacyIdAtom } from '#shared/store/identity/identity-atoms.ts'
import { rememberUnlock } from '#shared/store/identity/offline-unlock.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId, rachelle } from '#tests/support/a-terminal.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

const plain = (element: Element) => element.textContent?.replaceAll(/\s/g, ' ') ?? ''
const wrong = { status: 422, body: { message: 'tokens:wrongPin', details: { attemptsLeft: 4 } } }

/** What the API answers, and what it was asked. */
let answer: { status: number; body: unknown }
let asked: { url: string; body: unknown }[]
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
  configureClient({ base: 'http://edge', token: () => Promise.resolve('terminal') })
  asked = []
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    asked.push({ url, body: JSON.parse(body) })
    const headers = { 'content-type': 'application/json' }
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status, headers }))
  })
})

/** The lock screen, where Rachelle may change the settings and Aurèle may not; « Déconnecter ce poste » was confirmed. */
async function askedToSignOut({ isOffline = false, knows = [] as (typeof rachelle)[] } = {}) {
  const window = await aWindow()
  await window.identity.patchTerminal({
    members: [
      { ...aurele, permissions: ['sale.sell'] },
      { ...rachelle, permissions: ['sale.sell', 'settings.edit'] },
    ],
  })
  for (const member of knows)
    await rememberUnlock(
      window.identity,
      {
        grants: {
          ...member,
          userId: member.id,
          uid: member.id,
          pharmacyId,
          domainId,
          permissions: rightsOf(member),
        },
      },
      '1234',
    )
  if (isOffline) window.store.set(connectivityAtom, { state: 'offline', since: 1, seconds: 60 })
  render(
    <Provider store={window.store}>
      <AppProvider>
        <LockScreen onSignIn={() => undefined} />
      </AppProvider>
    </Provider>,
  )
  const user = userEvent.setup()
  // A name was touched before: the keys then go to the code that is asked for.
  await user.click(screen.getByRole('button', { name: /DOSSOU Aurèle/ }))
  await user.click(screen.getByRole('button', { name: 'Déconnecter ce poste' }))
  const dialog = await screen.findByRole('dialog')
  await user.click((await screen.findAllByRole('button', { name: 'Déconnecter ce poste' })).at(-1)!)
  return { ...window, user, dialog }
}
const rightsOf = ({ id }: typeof rachelle): Permission[] =>
  id === rachelle.id ? ['sale.sell', 'settings.edit'] : ['sale.sell']

test('a wrong code keeps the terminal connected, and too many make the next one wait', async () => {
  answer = wrong
  const { store, user, dialog } = await askedToSignOut()
  await screen.findByText('Code de Rachelle')
  expect(plain(dialog)).not.toContain('Aurèle')
  await user.keyboard('0000')
  await screen.findByText('Code incorrect, encore 4 essais')
  expect(store.get(pharmacyIdAtom)).toBe(pharmacyId)
  expect(asked).toMatchObject([
    { url: 'http://edge/grants', body: { userId: rachelle.id, permission: 'settings.edit', pin: '0000' } },
  ])
  answer = { status: 429, body: { message: 'users:pinLockedOut', details: { retryAfterSeconds: 8 } } }
  await user.keyboard('0000')
  expect(plain(await screen.findByText(/^Trop d’essais/))).toBe('Trop d’essais : réessayez dans 8 s.')
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '1' }).disabled).toBe(true)
  expect(store.get(pharmacyIdAtom)).toBe(pharmacyId)
})

test('offline the terminal’s own record judges the code and the right', async () => {
  const { store, user } = await askedToSignOut({ isOffline: true, knows: [aurele, rachelle] })
  await screen.findByText('Code de Rachelle')
  await user.keyboard('9999')
  await screen.findByText('Code incorrect, encore 4 essais')
  expect(store.get(pharmacyIdAtom)).toBe(pharmacyId)
  await user.keyboard('1234')
  await waitFor(() => expect(store.get(pharmacyIdAtom)).toBeNull())
})

test('offline, where nobody who may has opened this terminal, it says so and stays connected', async () => {
  const { store, user } = await askedToSignOut({ isOffline: true, knows: [aurele] })
  expect(plain(await screen.findByRole('alert'))).toMatch(/^Hors ligne : aucun membre qui a ce droit/)
  await user.keyboard('1234')
  expect(store.get(pharmacyIdAtom)).toBe(pharmacyId)
})
