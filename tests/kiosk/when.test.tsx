import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openedWords, whenOf } from '#kiosk/register/when.ts'
import { noting } from '#shared/store/sales/note-atoms.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { setClockSkew } from '#shared/pharmacy-time.ts'
import { aCounter } from '#tests/kiosk/support/a-counter.tsx'

const now = new Date(2026, 10, 21, 11, 42)
afterEach(() => setClockSkew(null))
test.each([
  [new Date(2026, 10, 21, 7, 58), 'Ouverte à 07:58'],
  [new Date(2026, 10, 21), 'Ouverte à 00:00'],
  [new Date(2026, 10, 20, 23, 59), 'Ouverte ven. 20 nov. à 23:59'],
  [new Date(2026, 10, 16, 7, 58), 'Ouverte lun. 16 nov. à 07:58'],
])('opened at %s: « %s »', (at, words) => {
  expect(openedWords(whenOf(at.toISOString(), now))).toBe(words)
})

test('of a register that was left open, what was done on another day says which', async () => {
  const { store } = await aCounter({
    products: [],
    permissions: ['sale.sell', 'register.use', 'disbursement.create'],
    path: '/kiosk/caisse',
  })
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  vi.setSystemTime(new Date(2026, 10, 16, 7, 58))
  await shared.store.openTill(20_000, facts)
  await shared.store.moveMoney({ kind: 'cash-in', amount: 500, note: 'Monnaie' }, facts)
  vi.setSystemTime(new Date(2026, 10, 21, 12, 42))
  await shared.store.moveMoney({ kind: 'cash-in', amount: 700, note: null }, facts)
  shared.written()
  expect(await screen.findByText(/^Ouverte lun\. 16 nov\. à 07:58 · /)).toBeTruthy()
  const moments = () => screen.getAllByRole('listitem').map((item) => item.firstElementChild?.textContent)
  await waitFor(() => expect(moments()).toEqual(['12:42', 'lun. 16 nov. à 07:58', 'lun. 16 nov. à 07:58']))
})

test('a till whose clock is wrong says the true hour of its opening, and the one that the server told as it is', async () => {
  const { store } = await aCounter({ products: [], permissions: ['sale.sell', 'register.use'], path: '/kiosk/caisse' })
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  vi.setSystemTime(new Date(2026, 10, 21, 5, 58))
  setClockSkew(2 * 3_600_000)
  const opened = await shared.store.openTill(20_000, facts)
  shared.written()
  expect(await screen.findByText(/^Ouverte à 07:58 · /)).toBeTruthy()
  const told = { ...opened, openedAt: new Date(2026, 10, 21, 7, 59).toISOString() }
  await shared.store.adoptRegister(told)
  shared.written()
  expect(await screen.findByText(/^Ouverte à 07:59 · /)).toBeTruthy()
})
