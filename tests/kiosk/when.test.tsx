import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openedWords, whenOf } from '#kiosk/register/when.ts'
import { noting } from '#shared/store/note-atoms.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sale-atoms.ts'
import { aCounter } from '#tests/kiosk/support/a-counter.tsx'

test.each([
  ['2026-11-21T06:58:00.000Z', 'Africa/Porto-Novo', 'Ouverte à 07:58'],
  ['2026-11-16T06:58:00.000Z', 'Africa/Porto-Novo', 'Ouverte lun. 16 nov. à 07:58'],
  // the day begins where the pharmacy stands: today there, and yesterday
  ['2026-11-20T23:30:00.000Z', 'Africa/Porto-Novo', 'Ouverte à 00:30'],
  ['2026-11-20T23:30:00.000Z', 'Africa/Abidjan', 'Ouverte ven. 20 nov. à 23:30'],
])('opened at %s in %s: « %s »', (at, timeZone, words) => {
  expect(openedWords(whenOf(at, new Date('2026-11-21T11:42:00.000Z'), timeZone))).toBe(words)
})

test('of a register that was left open, what was done on another day says which', async () => {
  const { store } = await aCounter({ products: [], permissions: ['sale.sell', 'register.use', 'disbursement.create'], path: '/kiosk/caisse' })
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  vi.setSystemTime('2026-11-16T06:58:00.000Z')
  await shared.store.openTill(20_000, facts)
  await shared.store.moveMoney({ kind: 'cash-in', amount: 500, note: 'Monnaie' }, facts)
  vi.setSystemTime('2026-11-21T11:42:00.000Z')
  await shared.store.moveMoney({ kind: 'cash-in', amount: 700, note: null }, facts)
  shared.written()
  expect(await screen.findByText(/^Ouverte lun\. 16 nov\. à 07:58 · /)).toBeTruthy()
  const moments = () => screen.getAllByRole('listitem').map((item) => item.firstElementChild?.textContent)
  await waitFor(() => expect(moments()).toEqual(['12:42', 'lun. 16 nov. à 07:58', 'lun. 16 nov. à 07:58']))
})
