import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { permissions } from '#shared/domain/permissions.ts'
import { aDesk, ok, rowTexts, today } from './support/a-desk.tsx'
import { quietDay } from './support/a-shop.ts'

const alert = {
  id: '018f0000-0000-7000-8000-0000000000e1',
  userId: '018f0000-0000-7000-8000-0000000000a2',
  userName: 'HOUNKPATIN Rachelle',
  terminalCode: 'K7QF',
  guesses: 12,
  startedAt: `${today}T09:05:00.000Z`,
  lastAt: `${today}T09:25:00.000Z`,
}

test('the owner reads whose code was guessed, at which terminal, when and how often', async () => {
  const { askedOf } = await aDesk({
    path: '/backoffice/parametres/codes?du=2026-11-15&au=2026-11-21',
    answer: ({ path }) => (path === '/pin-alerts' ? ok({ items: [alert], total: 1 }) : undefined),
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  expect(rowTexts()).toEqual([['21/11/2026', '09:05', '09:25', 'HOUNKPATIN Rachelle', 'K7QF', '12']])
  const [query] = askedOf('/pin-alerts')
  expect([query?.get('from'), query?.get('to')]).toEqual(['2026-11-15', '2026-11-21'])
})

test('who may not read the journal neither sees wrong codes nor asks for them', async () => {
  const { askedOf } = await aDesk({
    permissions: permissions.filter((permission) => permission !== 'audit.see'),
    answer: ({ path }) => (path === '/usage/turnover-statistics' ? ok(quietDay(today)) : undefined),
  })
  expect(await screen.findByRole('region', { name: 'À faire' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Codes incorrects' })).toBeNull()
  expect(askedOf('/pin-alerts')).toEqual([])
})
