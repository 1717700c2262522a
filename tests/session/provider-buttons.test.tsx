import 'fake-indexeddb/auto'
import { act, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { expect, test } from 'vitest'
import { ProviderButtons } from '#shared/session/provider/provider-buttons.tsx'
import { signInStateAtom } from '#shared/session/sign-in-state.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { aWindow } from '#tests/support/a-terminal.ts'

test('each provider has its button; while one signs in none is pressed again', async () => {
  const { store } = await aWindow({ account: null })
  render(
    <Provider store={store}>
      <AppProvider>
        <ProviderButtons providers={['google.com', 'sso.example']} isDisabled={false} onRefusal={() => undefined} />
      </AppProvider>
    </Provider>,
  )
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button')
  expect(buttons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
    ['Continuer avec Google', false],
    ['Continuer avec sso.example', false],
  ])
  act(() => store.set(signInStateAtom, 'popup'))
  expect(buttons().every(({ disabled }) => disabled)).toBe(true)
  expect(screen.getByRole('status').textContent).toMatch(/fenêtre/)
  act(() => store.set(signInStateAtom, null))
  expect(buttons().some(({ disabled }) => disabled)).toBe(false)
  expect(screen.queryByRole('status')).toBeNull()
})
