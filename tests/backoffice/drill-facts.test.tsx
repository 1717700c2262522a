import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Engine } from '#shared/contract/engine.ts'
import { aDesk, ok, plain, type Answer, type Asked } from './support/a-desk.tsx'
import { engine } from './support/an-engine.ts'

const last = {
  beganAt: '2026-11-21T02:10:00Z',
  baseAt: '2026-11-21T01:02:00Z',
  restoredMs: 6_100,
  lossMs: 400,
  ledgers: 6,
  fault: null,
}
const good = { isRunning: false, last, provenAt: last.beganAt } satisfies Engine['drill']
const aDrilledHouse =
  (drill: Engine['drill']) =>
  (asked: Asked): Answer => {
    if (asked.path === '/pharmacies/engine') return ok({ ...engine, backup: null, copy: null, drill })
    if (asked.path === '/pharmacies/backup/try') return ok({ began: true })
    return undefined
  }
const sheet = async (): Promise<string> =>
  plain((await screen.findByRole('region', { name: 'Essais de la sauvegarde' })).textContent ?? '')

test.each([
  [good, ': restauré en 6 s, perte 0,4 s, 6 livres égaux'],
  [{ ...good, isRunning: true }, 'la pharmacie continue de vendre'],
  [{ isRunning: false, last: null, provenAt: null }, 'Jamais encore'],
  [{ ...good, last: { ...last, fault: 'livres différents\u00a0: stock' } }, 'échec : livres différents : stock'],
] satisfies [Engine['drill'], string][])('%j is said in words', async (drill, words) => {
  await aDesk({ path: '/backoffice/parametres/sauvegarde', answer: aDrilledHouse(drill) })
  expect(await sheet()).toContain(words)
})

test('the button begins a try; while one runs it is off', async () => {
  const { user, sent } = await aDesk({ path: '/backoffice/parametres/sauvegarde', answer: aDrilledHouse(good) })
  await user.click(await screen.findByRole('button', { name: 'Essayer la sauvegarde maintenant' }))
  await waitFor(() => expect(sent('POST /pharmacies/backup/try')).toHaveLength(1))
})

test('a server without a backup says nothing of tries', async () => {
  await aDesk({ path: '/backoffice/parametres/sauvegarde', answer: aDrilledHouse(null) })
  expect(await screen.findByRole('region', { name: 'Support de sauvegarde' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Essais de la sauvegarde' })).toBeNull()
})
