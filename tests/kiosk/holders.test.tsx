import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holderNames } from '#kiosk/register/holder-names.ts'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { noting } from '#shared/store/sales/note-atoms.ts'
import { shownRegisterAtom } from '#shared/store/register/register-atoms.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { aCounter } from '#tests/kiosk/support/a-counter.tsx'
import { aurele, rachelle } from '#tests/support/a-terminal.ts'

const idOf = (n: number) => `018f0000-0000-7000-8000-0000000000c${n}`
const alphonse = { id: idOf(1), firstName: 'Alphonse', lastName: 'Dossou', roles: ['vendeur'] }
/** Opened at an hour of today, or of another day of the month. */
const held = (userId: string, hour = 8, day = 21) => ({ userId, openedAt: new Date(2026, 10, day, hour).toISOString() })
const now = new Date(2026, 10, 21, 18)
const namesOf = (registers: Parameters<typeof holderNames>[0], members: Parameters<typeof holderNames>[1]) =>
  holderNames(registers, members, now).map(({ name }) => name)

test('a holder is called as shortly as tells him from the others', () => {
  expect(namesOf([held(aurele.id), held(rachelle.id)], [aurele, rachelle])).toEqual(['DOSSOU A.', 'HOUNKPATIN R.'])
  expect(namesOf([held(aurele.id), held(alphonse.id), held(rachelle.id)], [aurele, alphonse, rachelle])).toEqual([
    'DOSSOU Aurèle',
    'DOSSOU Alphonse',
    'HOUNKPATIN R.',
  ])
})

test('of two who bear one name, or none any more, the hour of the opening tells which', () => {
  const namesake = { ...aurele, id: idOf(2) }
  expect(namesOf([held(aurele.id), held(namesake.id, 13)], [aurele, namesake]).map(plainly)).toEqual([
    'DOSSOU Aurèle, ouverte à 08:00',
    'DOSSOU Aurèle, ouverte à 13:00',
  ])
  expect(namesOf([held(idOf(3))], [aurele])).toEqual(['Autre vendeur'])
  expect(namesOf([held(idOf(3)), held(idOf(4), 13)], [aurele]).map(plainly)).toEqual([
    'Autre vendeur, ouverte à 08:00',
    'Autre vendeur, ouverte à 13:00',
  ])
  // two left open: the hour alone may be the same
  expect(namesOf([held(idOf(3), 8, 16), held(idOf(4))], [aurele]).map(plainly)).toEqual([
    'Autre vendeur, ouverte lun. 16 nov. à 08:00',
    'Autre vendeur, ouverte à 08:00',
  ])
})

test.each([
  [
    'two of one short name',
    [
      aurele,
      { ...rachelle, firstName: 'Alphonse', lastName: 'Dossou' },
      { ...rachelle, id: idOf(1), firstName: 'Arsène', lastName: 'Dossou' },
    ],
  ],
  ['two who are no members any more', [aurele]],
])('%s: each register can be chosen', async (_, members) => {
  const { user, store } = await aCounter({
    products: [],
    permissions: ['sale.sell', 'register.use', 'register.close'],
    path: '/kiosk/caisse',
  })
  await store.get(sessionServicesAtom)!.identity.patchTerminal({ members })
  const { shared, facts } = noting(store.get(sharedSalesAtom), store.get(sessionAtom), store.get(terminalAtom))
  for (const sellerId of [rachelle.id, idOf(1)]) await shared.store.openTill(700, { ...facts, sellerId })
  shared.written()
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(2))
  for (const [place, holder] of [
    [1, idOf(1)],
    [0, rachelle.id],
  ] as const) {
    await user.click(screen.getAllByRole('radio')[place]!)
    await waitFor(() => expect(store.get(shownRegisterAtom)?.userId).toBe(holder))
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-checked'))).toEqual(
      place === 0 ? ['true', 'false'] : ['false', 'true'],
    )
  }
})

function plainly(name: string): string {
  return name.replaceAll(/\s/g, ' ')
}
