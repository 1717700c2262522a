import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDesk, ok, pageText, rowTexts } from './support/a-desk.tsx'
import { aLedgerLine } from './support/a-drawer.ts'
import { salesPage } from './support/a-shop.ts'

const numbers = () => rowTexts().map(([number]) => number)
const tooLong = { status: 503, body: { message: 'requests:tooLong' } }

test('a search over all days that takes too long shows its newest month, says so, and tells no sum of it', async () => {
  const { user, askedOf } = await aDesk({
    path: '/backoffice/ventes?cherche=coartem',
    answer: (asked) =>
      asked.path === '/sales' && !asked.query.has('from') && asked.query.has('search')
        ? tooLong
        : asked.path === '/sales'
          ? ok(salesPage(asked.query, 3))
          : undefined,
  })
  await waitFor(() => expect(numbers()).toEqual(['3', '2', '1']))
  const part = askedOf('/sales').at(-1)!
  expect([part.get('search'), part.get('from'), part.get('to')]).toEqual(['coartem', '2026-10-22', '2026-11-21'])
  expect(pageText()).toContain(
    'Trop à lire d’un coup. Voici seulement du 22/10/2026 au 21/11/2026 : précisez la période, ou ajoutez un mot.',
  )
  expect(pageText()).not.toContain('3 000 F CFA')
  // Another word is asked over all days again.
  await user.keyboard('f')
  await user.keyboard('{Control>}a{/Control}quartem')
  await waitFor(() => expect(askedOf('/sales').some((query) => query.get('search') === 'quartem')).toBe(true))
  expect(
    askedOf('/sales')
      .find((query) => query.get('search') === 'quartem')!
      .has('from'),
  ).toBe(false)
})

test('a month that takes too long has no shorter part: the list says what to do', async () => {
  await aDesk({
    path: '/backoffice/ventes?du=2026-11-01&au=2026-11-15&cherche=coartem',
    answer: (asked) => (asked.path === '/sales' ? tooLong : undefined),
  })
  await waitFor(() => expect(pageText()).toContain('Précisez la période, ou ajoutez un mot à la recherche.'))
  expect(pageText()).not.toContain('Voici seulement')
})

test('a list by cursor does the same', async () => {
  const { askedOf } = await aDesk({
    path: '/backoffice/mouvements?du=2024-01-01&au=2026-11-21',
    answer: ({ path, query }) => {
      if (path === '/movements/report') return tooLong
      if (path !== '/movements/movement-report-data') return undefined
      return query.get('from') === '2026-10-22' ? ok({ items: [aLedgerLine(1)], next: null }) : tooLong
    },
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  expect(askedOf('/movements/movement-report-data').map((query) => query.get('from'))).toEqual([
    '2024-01-01',
    '2026-10-22',
  ])
  expect(pageText()).toContain('Voici seulement du 22/10/2026 au 21/11/2026')
})
