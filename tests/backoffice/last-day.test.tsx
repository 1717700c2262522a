import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDay } from '#shared/ui/date-format.ts'
import { aurele } from '#tests/support/a-terminal.ts'
import { aDesk, ok, rowTexts, type Answer, type Asked } from './support/a-desk.tsx'
import { aSummary, salesPage } from './support/a-shop.ts'

/** Sales of yesterday only. */
const yesterday = '2026-11-20'
const ofYesterday =
  (count: number) =>
  ({ path, query }: Asked): Answer =>
    path === '/sales'
      ? ok(
          salesPage(query, query.get('from') === '2026-11-21' ? 0 : count, (n) => ({
            ...aSummary(n),
            soldAt: `${yesterday}T08:0${n}:00.000Z`,
          })),
        )
      : undefined

test('when today has no row, one gesture shows the last day that has some', async () => {
  const { user, askedOf } = await aDesk({ path: '/backoffice/ventes', answer: ofYesterday(3) })
  expect(await screen.findByText('Aucune vente aujourd’hui.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: `Voir le ${formatDay(yesterday)}` }))
  await waitFor(() => expect(rowTexts()).toHaveLength(3))
  expect(Object.fromEntries(askedOf('/sales').at(-1)!)).toMatchObject({ from: yesterday, to: yesterday })
  expect(location.search).toBe(`?du=${yesterday}&au=${yesterday}`)
})

test('without any row the filters are cleared instead', async () => {
  await aDesk({ path: '/backoffice/ventes', answer: ofYesterday(0) })
  expect(await screen.findByRole('button', { name: 'Effacer les filtres' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Voir le/ })).toBeNull()
})

test('a list that the member has filtered does not ask for the last day', async () => {
  const { askedOf } = await aDesk({ path: `/backoffice/ventes?vendeur=${aurele.id}`, answer: ofYesterday(3) })
  expect(await screen.findByRole('button', { name: 'Effacer les filtres' })).toBeTruthy()
  expect(askedOf('/sales').some((query) => query.get('size') === '1')).toBe(false)
})
