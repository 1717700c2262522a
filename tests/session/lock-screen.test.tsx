import 'fake-indexeddb/auto'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { Provider } from 'jotai'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LockScreen } from '#shared/session/lock-screen.tsx'
import { diskAtom } from '#shared/store/disk/disk-atoms.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aurele, aWindow, domainId } from '#tests/support/a-terminal.ts'
import { WebLocks } from '#tests/support/web-locks.ts'
import { configureClient } from '#shared/client/call.ts'

const unlockId = '018f0000-0000-7000-8000-0000000000f1'
/** Blanks that do not break stay as they are. */
const exactly = { normalizer: (text: string) => text }
let answer: { status: number; body: unknown }

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { 'content-type': 'application/json' },
      }),
    ),
  )
  configureClient({ base: 'http://edge', token: () => Promise.resolve('terminal') })
})

async function aLockScreen() {
  const window = await aWindow()
  render(
    <Provider store={window.store}>
      <AppProvider>
        <LockScreen onSignIn={() => undefined} />
      </AppProvider>
    </Provider>,
  )
  return { ...window, user: userEvent.setup() }
}

test('a member, four digits: the terminal opens by itself', async () => {
  answer = {
    status: 201,
    body: {
      token: 'custom',
      claims: { uid: aurele.id, pharmacyId, pin: unlockId, roles: ['vendeur'], domainId },
      permissions: ['sale.sell'],
      discountLimit: null,
    },
  }
  const { store, user } = await aLockScreen()
  await user.click(screen.getByRole('button', { name: /DOSSOU Aurèle/ }))
  expect(screen.getByText('Bonjour Aurèle')).toBeTruthy()
  for (const digit of ['1', '2', '3']) await user.click(screen.getByRole('button', { name: digit }))
  expect(store.get(sessionAtom)).toBeNull()
  await user.click(screen.getByRole('button', { name: '4' }))
  await waitFor(() => expect(store.get(sessionAtom)).toMatchObject({ id: unlockId, userId: aurele.id }))
})

test('the keyboard types digits too, and takes them back', async () => {
  answer = { status: 422, body: { message: 'tokens:wrongPin', details: { attemptsLeft: 4 } } }
  const { user } = await aLockScreen()
  await user.click(screen.getByRole('button', { name: /DOSSOU Aurèle/ }))
  await user.keyboard('12{Backspace}')
  expect(screen.getByRole('img', { name: '1 chiffres sur 4' })).toBeTruthy()
  await user.keyboard('234')
  expect(await screen.findByText('Code incorrect, encore 4 essais')).toBeTruthy()
  expect(screen.getByRole('img', { name: '0 chiffres sur 4' })).toBeTruthy()
})

test('nobody chosen: the pad waits', async () => {
  const { user } = await aLockScreen()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '1' }).disabled).toBe(true)
  await user.keyboard('1234')
  expect(screen.getByRole('img', { name: '0 chiffres sur 4' })).toBeTruthy()
})

const slowed = (retryAfterSeconds: number) => ({
  status: 429,
  body: { message: 'users:pinLockedOut', details: { retryAfterSeconds } },
})
const isPadOff = () => screen.getByRole<HTMLButtonElement>('button', { name: '1' }).disabled

test('too many wrong PINs: the pad rests and says how long; another member may still try', async () => {
  answer = slowed(90)
  const { user } = await aLockScreen()
  await user.click(screen.getByRole('button', { name: /DOSSOU Aurèle/ }))
  await user.keyboard('0000')
  expect(await screen.findByText('Trop d’essais\u00a0: réessayez dans 1\u00a0min\u00a030.', exactly)).toBeTruthy()
  expect(isPadOff()).toBe(true)
  await user.click(screen.getByRole('button', { name: /HOUNKPATIN Rachelle/ }))
  expect(isPadOff()).toBe(false)
})

test('the wait stands as it was said, then the pad opens by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  answer = slowed(8)
  const { user } = await aLockScreen()
  await user.click(screen.getByRole('button', { name: /DOSSOU Aurèle/ }))
  await user.keyboard('0000')
  const words = await screen.findByText('Trop d’essais\u00a0: réessayez dans 8\u00a0s.', exactly)
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect([words.textContent, isPadOff()]).toEqual(['Trop d’essais\u00a0: réessayez dans 8\u00a0s.', true])
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect([screen.queryByText('Vous pouvez réessayer') !== null, isPadOff()]).toEqual([true, false])
})

test('a browser that promised to keep nothing, as in a private window, says so before anybody sells', async () => {
  const { store } = await aLockScreen()
  const words = () => screen.queryByText(/Ce navigateur peut effacer les ventes/)
  const promise = (isPersisted: boolean | null) => act(() => store.set(diskAtom, (disk) => ({ ...disk, isPersisted })))
  expect(words()).toBeNull()
  promise(false)
  expect(words()).not.toBeNull()
  promise(true)
  expect(words()).toBeNull()
})
