import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Shortage } from '#shared/contract/shortages.ts'
import { aDesk, ok, plain, rowTexts } from './support/a-desk.tsx'

const path = '/backoffice/ruptures'
const out: Shortage = {
  id: '019f0000-0000-7000-8000-000000000101',
  label: 'Coartem 20/120 mg cp B/24',
  storage: 'A3',
  state: 'out',
  quantity: 0,
  minimum: 10,
  sold30Days: 42,
  perDay: 1.44,
  daysLeft: 0,
  since: '2026-11-16',
  missed: 27_700,
  onItsWay: 24,
  sisters: [{ pharmacy: 'Pharmacie Plateau Lagune', boxes: 4, units: 0 }],
}
const soon: Shortage = {
  ...out,
  id: '019f0000-0000-7000-8000-000000000102',
  label: 'Doliprane 1000 mg cp B/8',
  state: 'soon',
  quantity: 9,
  daysLeft: 6,
  since: null,
  missed: 0,
  onItsWay: 0,
  sisters: [],
}

test('what is out with what it costs and where it is; a filter asks the server', async () => {
  const asked: string[] = []
  const { user } = await aDesk({
    path,
    answer: ({ path: called, query }) => {
      if (called !== '/shortages') return undefined
      asked.push(query.toString())
      const items = query.get('state') === 'soon' ? [soon] : [out, soon]
      return ok({ items, total: items.length, out: query.get('state') === 'soon' ? 0 : 1, missed: 27_700 })
    },
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  const [first, second] = rowTexts().map((texts) => plain(texts.join(' ')))
  for (const part of ['Coartem', 'Rupture', '1,4', '42', '16/11/2026', '27 700', '4 à Plateau Lagune', '24'])
    expect(first).toContain(part)
  expect(second).toContain('6 jours')
  expect(plain(screen.getByRole('main').textContent ?? '')).toContain(
    '1 rupture, 1 bientôt, ventes manquées 27 700 F CFA',
  )
  await user.click(within(screen.getByRole('radiogroup', { name: 'État' })).getByText('Bientôt'))
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  expect(asked.at(-1)).toContain('state=soon')
})

test('nothing is out: the list says so', async () => {
  await aDesk({
    path,
    answer: ({ path: called }) =>
      called === '/shortages' ? ok({ items: [], total: 0, out: 0, missed: 0 }) : undefined,
  })
  expect(await screen.findByText('Aucune rupture prévue dans les deux semaines.')).toBeTruthy()
})
