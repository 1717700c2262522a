import 'fake-indexeddb/auto'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Provider } from 'jotai'
import { expect, test, vi } from 'vitest'
import { ForgottenScreen } from '#shared/session/account/forgotten-screen.tsx'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { aWindow } from '#tests/support/a-terminal.ts'

const service = vi.hoisted(() => ({ sent: [] as string[], refusal: null as string | null }))

/** What the sign-in service answers is played. */
vi.mock('firebase/auth', async (original) => ({
  ...(await original<object>()),
  sendPasswordResetEmail: (_auth: unknown, email: string) => {
    if (service.refusal) return Promise.reject(Object.assign(new Error('Firebase'), { code: service.refusal }))
    service.sent.push(email)
    return Promise.resolve()
  },
}))

async function aScreen() {
  Object.assign(service, { sent: [], refusal: null })
  const { store } = await aWindow({ account: null })
  const onDone = vi.fn()
  render(
    <Provider store={store}>
      <AppProvider>
        <ForgottenScreen onDone={onDone} />
      </AppProvider>
    </Provider>,
  )
  const user = userEvent.setup()
  return { user, onDone, send: () => user.click(screen.getByRole('button', { name: 'Envoyer le message' })) }
}

test('the message goes to the address that was typed, and the screen says so', async () => {
  const { user, send } = await aScreen()
  await user.type(screen.getByLabelText('Adresse e-mail'), ' gilles@camp-guezo.example ')
  await send()
  expect(await screen.findByText(/^Un message est parti à gilles@camp-guezo.example\./)).toBeTruthy()
  expect(service.sent).toEqual(['gilles@camp-guezo.example'])
})

test('without an address nothing is sent; a refusal is told, and the way back stays', async () => {
  const { user, send, onDone } = await aScreen()
  await send()
  expect(await screen.findByText('Tapez l’adresse e-mail du compte.')).toBeTruthy()
  expect(service.sent).toEqual([])
  service.refusal = 'auth/too-many-requests'
  await user.type(screen.getByLabelText('Adresse e-mail'), 'gilles@camp-guezo.example')
  await send()
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(screen.queryByText(/Un message est parti/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Revenir à la connexion' }))
  expect(onDone).toHaveBeenCalled()
})
