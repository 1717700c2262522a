import 'fake-indexeddb/auto'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { Provider } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { PublicRoutes } from '#kiosk/unlock/public-routes.tsx'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { aWindow } from '#tests/support/a-terminal.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
})

async function aForgottenTerminal() {
  const { store } = await aWindow()
  store.set(needsSignInAtom, true)
  render(
    <Provider store={store}>
      <AppProvider>
        <PublicRoutes isTerminalKnown health={() => null} />
      </AppProvider>
    </Provider>,
  )
  return { store, user: userEvent.setup() }
}

const reconnect = () => screen.queryByRole('button', { name: 'Reconnecter ce poste' })
const isTeamShown = () => screen.queryByRole('heading', { name: /Qui êtes-vous/ }) !== null

test('a terminal that has to be signed in again: touched by mistake, the way back to the team is there', async () => {
  const { user } = await aForgottenTerminal()
  await user.click(reconnect()!)
  expect([isTeamShown(), screen.getByRole('heading', { name: 'Reconnectez ce poste' }) !== null]).toEqual([false, true])
  await user.click(screen.getByRole('button', { name: 'Revenir à l’équipe' }))
  expect(isTeamShown()).toBe(true)
})

test('signed in again, here or in another window, the team is back; forgotten once more, the form waits until it is asked for', async () => {
  const { store, user } = await aForgottenTerminal()
  await user.click(reconnect()!)
  act(() => store.set(needsSignInAtom, false))
  expect([isTeamShown(), reconnect()]).toEqual([true, null])
  act(() => store.set(needsSignInAtom, true))
  expect(isTeamShown()).toBe(true)
})

test('without a network nobody is asked to sign in', async () => {
  const { store } = await aForgottenTerminal()
  act(() => store.set(connectivityAtom, { state: 'offline', since: 1, seconds: 1 }))
  expect([isTeamShown(), reconnect()]).toEqual([true, null])
})
