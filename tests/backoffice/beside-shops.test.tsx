import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Engine } from '#shared/contract/engine.ts'
import { aDesk, ok, plain, type Answer, type Asked } from './support/a-desk.tsx'
import { engine } from './support/an-engine.ts'

type Shop = NonNullable<Engine['beside']>['open']
const path = '/backoffice/parametres/sauvegarde'
const open = {
  kind: 'exercise',
  day: '2026-11-20',
  phase: 'open',
  port: 4801,
  holdsUntil: '2026-11-20T22:59:59.999Z',
  endsAt: '2026-11-21T12:00:00Z',
  fault: null,
} satisfies Shop
const kept = {
  days: [
    { day: '2026-03-01', at: '2026-03-01T23:00:00Z' },
    { day: '2026-03-05', at: '2026-03-05T23:00:00Z' },
  ],
}
const aHouse =
  (shop: Shop) =>
  (asked: Asked): Answer => {
    if (asked.path === '/pharmacies/engine') return ok({ ...engine, backup: null, copy: null, beside: { open: shop } })
    if (asked.path === '/pharmacies/backup/days') return ok(kept)
    if (asked.path === '/pharmacies/beside') return ok({ began: true })
    return undefined
  }
const sheet = async (): Promise<string> =>
  plain((await screen.findByRole('region', { name: 'S’entraîner, ou revoir un jour' })).textContent ?? '')

test.each([
  [open, 'Exercice : tout y est jusqu’au'],
  [{ ...open, phase: 'restoring', port: null, holdsUntil: null, endsAt: null }, 'en cours de restauration'],
  [{ ...open, kind: 'past', day: '2026-03-01' }, 'La pharmacie du dim. 1 mars 2026'],
  [{ ...open, phase: 'failed', fault: 'Le port 4801 est déjà pris' }, 'Le port 4801 est déjà pris'],
] satisfies [Shop, string][])('%j is said in words', async (shop, words) => {
  await aDesk({ path, answer: aHouse(shop) })
  expect(await sheet()).toContain(words)
})

test('an open shop has its address on this machine, and is closed by a button', async () => {
  const { user, sent } = await aDesk({ path, answer: aHouse(open) })
  const link = await screen.findByRole('link', { name: 'Ouvrir dans un autre onglet' })
  expect(link.getAttribute('href')).toBe(`http://${location.hostname}:4801/`)
  await user.click(screen.getByRole('button', { name: 'Fermer et effacer' }))
  await waitFor(() => expect(sent('DELETE /pharmacies/beside')).toHaveLength(1))
})

test('an exercise and a kept day open; a day that is not kept names its neighbours', async () => {
  const { user, sent } = await aDesk({ path, answer: aHouse(null) })
  const day = await screen.findByRole('textbox', { name: 'Jour à revoir' })
  await user.type(day, '03/03/2026{Enter}')
  expect(await sheet()).toContain('Ce jour n’est pas gardé : le dim. 1 mars 2026 et le jeu. 5 mars 2026 le sont.')
  await user.clear(day)
  await user.type(day, '05/03/2026{Enter}')
  await user.click(await screen.findByRole('button', { name: /^Voir le jeu\. 5 mars 2026$/ }))
  await waitFor(() => expect(sent('POST /pharmacies/beside')).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'S’entraîner' }))
  await waitFor(() => expect(sent('POST /pharmacies/beside')).toHaveLength(2))
})
