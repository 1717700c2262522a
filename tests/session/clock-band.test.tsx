import { act, fireEvent, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { setClockSkew, setPharmacyZone } from '#shared/pharmacy-time.ts'
import { DiskFaces } from '#shared/session/disk-faces.tsx'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { noteClockSkew } from '#shared/windows/clock-skew.ts'

const minute = 60_000
afterEach(() => {
  setClockSkew(null)
  setPharmacyZone(null)
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

function show(skewMs: number) {
  const store = createStore()
  setPharmacyZone('Africa/Porto-Novo')
  render(
    <Provider store={store}>
      <AppProvider>
        <DiskFaces>
          <p>Comptoir</p>
        </DiskFaces>
      </AppProvider>
    </Provider>,
  )
  act(() => noteClockSkew(store, skewMs))
  return store
}

test.each([
  [40 * minute, 'L’horloge de ce poste retarde de 40\u00a0min.'],
  [-2 * minute - 1, 'L’horloge de ce poste avance de 2\u00a0min.'],
])('a clock that is %i ms behind is said above the counter, which goes on', (skewMs, words) => {
  show(skewMs)
  expect(screen.getByRole('alert').textContent).toContain(words)
  expect(screen.getByText('Comptoir')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Masquer' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a clock of another day says which one, and which one it is', () => {
  vi.useFakeTimers({ now: Date.parse('2020-01-01T08:00:00.000Z') })
  show(Date.parse('2026-11-28T22:30:00.000Z') - Date.now())
  expect(screen.getByRole('alert').textContent).toContain(
    'L’horloge de ce poste dit mer. 1 janv. 2020, nous sommes sam. 28 nov. 2026.',
  )
})

test('a drift of less than two minutes is nothing to say', () => {
  show(2 * minute)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the customer reads nothing of it', () => {
  history.replaceState(null, '', '/kiosk/afficheur')
  show(40 * minute)
  expect(screen.queryByRole('alert')).toBeNull()
})
