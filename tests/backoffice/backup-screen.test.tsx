import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Engine } from '#shared/contract/engine.ts'
import { aDesk, ok, plain, type Answer, type Asked } from './support/a-desk.tsx'
import { engine } from './support/an-engine.ts'

const backup = {
  directory: '/media/cle',
  isStreaming: true,
  awaySince: null,
  newestBaseAt: '2026-11-21T02:10:00Z',
  storedUntil: '2026-11-21T09:41:58Z',
  lagBytes: 0,
  fault: null,
} satisfies Engine['backup']
const aBackedHouse =
  (about: Pick<Engine, 'backup' | 'copy'>) =>
  (asked: Asked): Answer =>
    asked.path === '/pharmacies/engine' ? ok({ ...engine, ...about }) : undefined
const textOf = async (name: string): Promise<string> =>
  plain((await screen.findByRole('region', { name })).textContent ?? '')

test.each([
  [null, 'Officine n’en fait pas'],
  ['external', 'son administrateur la sauvegarde'],
  [backup, '/media/cle, à jour'],
  [{ ...backup, lagBytes: 12_000_000 }, '12 Mo de retard'],
  [{ ...backup, newestBaseAt: null }, 'la première est en cours'],
  [{ ...backup, isStreaming: false, awaySince: '2026-11-19T08:00:00Z' }, 'rebranchez-le, la sauvegarde reprend seule'],
  [{ ...backup, isStreaming: false, fault: 'le support est plein' }, 'Dernière erreurle support est plein'],
] satisfies [Engine['backup'], string][])('%j is said in words', async (given, words) => {
  await aDesk({ path: '/backoffice/parametres/sauvegarde', answer: aBackedHouse({ backup: given }) })
  expect(await textOf('Support de sauvegarde')).toContain(words)
})

test('a restored copy says what it holds, and becomes the pharmacy when a person confirms it', async () => {
  const copy = { madeAt: '2026-11-21T09:00:00Z', holdsUntil: '2026-11-21T08:41:00Z', skipped: 500 }
  const { user, sent } = await aDesk({
    path: '/backoffice/parametres/sauvegarde',
    answer: aBackedHouse({ backup: null, copy }),
  })
  expect(await textOf('Copie restaurée')).toContain('les numéros sautent de 500')
  await user.click(screen.getByRole('button', { name: 'Confirmer cette copie' }))
  await user.click(await screen.findByRole('button', { name: 'Oui, c’est la pharmacie' }))
  await waitFor(() => expect(sent('POST /pharmacies/copy/confirm')).toHaveLength(1))
})
