import 'fake-indexeddb/auto'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { Provider } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { UpdateButton } from '#backoffice/ui/update-button.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { LockScreen } from '#shared/session/lock-screen.tsx'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { holdSale } from '#shared/windows/locks.ts'
import { aWindow } from '#tests/support/a-terminal.ts'
import { PlayedBrowser } from '#tests/support/played-workers.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

const offer = () => screen.queryByRole('button', { name: 'Nouvelle version prête · Mettre à jour' })

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  sessionStorage.clear()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
})

async function shown(face: React.ReactNode) {
  const { store } = await aWindow()
  const browser = new PlayedBrowser()
  const window = browser.open(store)
  const faces = render(
    <Provider store={store}>
      <AppProvider>{face}</AppProvider>
    </Provider>,
  )
  await waitFor(() => expect(browser.registration.active!.told).toContain('version'))
  return { browser, ...window, user: userEvent.setup(), unmount: faces.unmount }
}

test('the lock screen offers a new version, and comes back as it once it is accepted', async () => {
  const { browser, user, reload } = await shown(<LockScreen onSignIn={() => undefined} />)
  expect(offer()).toBeNull()
  act(() => void browser.deliver('2'))
  await user.click(offer()!)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('accepted elsewhere: the lock screen comes back by itself, not under a half typed code', async () => {
  const { browser, user, reload } = await shown(<LockScreen onSignIn={() => undefined} />)
  await user.click(screen.getByRole('button', { name: /DOSSOU Aurèle/ }))
  act(() => browser.activate(browser.deliver('2')))
  expect(await screen.findByRole('button', { name: 'Nouvelle version prête · Mettre à jour' })).toBeDefined()
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Annuler' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('an update that the browser does not activate says that it is late, and follows', async () => {
  const { browser, user, reload } = await shown(<LockScreen onSignIn={() => undefined} />)
  browser.forgets = Infinity
  act(() => void browser.deliver('2'))
  await user.click(offer()!)
  const words = await screen.findByText('La mise à jour tarde, nouvel essai bientôt')
  expect(words.getAttribute('role')).toBe('status')
  expect(reload).not.toHaveBeenCalled()
  browser.forgets = 0
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

test('while a sale is open the offer says what it waits for', async () => {
  const { browser, user, reload } = await shown(<LockScreen onSignIn={() => undefined} />)
  const sale = await holdSale('a')
  act(() => void browser.deliver('2'))
  await user.click(offer()!)
  expect((await screen.findByText('Mise à jour après la vente')).getAttribute('role')).toBe('status')
  expect(reload).not.toHaveBeenCalled()
  sale!()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

function TypedForm({ isTyped }: { isTyped: boolean }) {
  useLeaveGuard(isTyped)
  return null
}

test('the back-office that accepted comes back unless something is typed; one that did not waits for its button', async () => {
  const typed = await shown(
    <>
      <TypedForm isTyped />
      <UpdateButton />
    </>,
  )
  act(() => void typed.browser.deliver('2'))
  await typed.user.click(offer()!)
  await waitFor(() => expect(typed.kind()).toBe('replaced'))
  expect(typed.reload).not.toHaveBeenCalled()
  await typed.user.click(offer()!)
  expect(typed.reload).toHaveBeenCalledTimes(1)
  typed.unmount()

  const other = await shown(<UpdateButton />)
  act(() => other.browser.activate(other.browser.deliver('2')))
  await waitFor(() => expect(other.kind()).toBe('replaced'))
  expect(other.reload).not.toHaveBeenCalled()
  await other.user.click(offer()!)
  expect(other.reload).toHaveBeenCalledTimes(1)
})
