import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OwnerMorning } from '#shared/contract/owner-morning.ts'
import { aDesk, ok, pharmacy, plain, today } from './support/a-desk.tsx'

const pharmacyId = pharmacy.id
const other = '00000000-0000-4000-8000-00000000beef'
const francs = { symbol: 'F CFA', decimals: 0 }
const aMorning = (id: string, name: string, rest: Partial<OwnerMorning> = {}): OwnerMorning => ({
  pharmacyId: id,
  name,
  city: 'Cotonou',
  currency: francs,
  readAt: `${today}T07:30:00.000Z`,
  yesterday: { day: '2026-11-20', turnover: 400_000, sales: 80, margin: 120_000, before: 500_000 },
  today: { turnover: 12_000, sales: 3, usual: 10_000 },
  cash: { expected: 45_000, toDeposit: 300_000 },
  toOrder: { products: 12, amount: 98_000 },
  toPay: { owed: 700_000, overdue: 150_000 },
  toCollect: { owed: 900_000, late: 80_000 },
  toSave: { lots: 4, risk: 22_000 },
  ...rest,
})

async function aPage(mornings: readonly OwnerMorning[], failing?: string) {
  const asked: string[] = []
  const desk = await aDesk({
    path: '/backoffice/matin',
    products: [],
    answer: ({ path }) => {
      if (path === '/usage/pharmacies')
        return ok(mornings.map(({ pharmacyId: id, name, city }) => ({ pharmacyId: id, name, city })))
      const [, id] = /^\/usage\/pharmacies\/(.+)\/morning$/.exec(path) ?? []
      if (id === undefined) return undefined
      asked.push(id)
      return id === failing
        ? { status: 404, body: { message: 'requests:notFound' } }
        : ok(mornings.find((each) => each.pharmacyId === id))
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Ce matin' })
  return { ...desk, asked }
}
const block = async (name: string) => within(await screen.findByRole('region', { name }))
const lines = (of: BoundFunctions<typeof queries>) => of.getAllByRole('listitem').map((item) => plain(item.textContent))

test('each pharmacy beside the other, with the sum of both; only one’s own opens its lists', async () => {
  const { asked } = await aPage([aMorning(pharmacyId, 'Camp Guézo'), aMorning(other, 'Plateau', { toOrder: null })])
  const yesterday = await block('Hier')
  await yesterday.findByText(/^800.000.F.CFA$/)
  expect(lines(yesterday)).toEqual([
    'Camp Guézo400 000 F CFA80 ventes, marge 120 000 F CFA −20 % par rapport à la semaine d’avant',
    'Plateau400 000 F CFA80 ventes, marge 120 000 F CFA −20 % par rapport à la semaine d’avant',
  ])
  expect(yesterday.getAllByRole('link')).toHaveLength(1)
  const toOrder = await block('À commander')
  expect(lines(toOrder)).toEqual(['Camp Guézo98 000 F CFA12 produits', 'Plateau–Vous n’avez pas ce droit là-bas.'])
  expect(toOrder.getAllByText('–')).toHaveLength(2)
  expect((await block('Espèces attendues en caisse')).getByText(/^90.000.F.CFA$/)).toBeTruthy()
  // Two pharmacies cost two requests.
  expect(asked.toSorted()).toEqual([pharmacyId, other].toSorted())
})

test('one pharmacy has no sum; one that does not answer leaves the others', async () => {
  const { asked } = await aPage([aMorning(pharmacyId, 'Camp Guézo'), aMorning(other, 'Plateau')], other)
  const today = await block('Aujourd’hui')
  await today.findByText(/^12.000.F.CFA$/)
  await waitFor(() => expect(today.getByRole('button', { name: 'Réessayer' })).toBeTruthy())
  expect(today.getByText('–')).toBeTruthy()
  expect(new Set(asked)).toEqual(new Set([pharmacyId, other]))
})

test('a right that one lacks in one’s own pharmacy is not told as lacking elsewhere', async () => {
  await aPage([aMorning(pharmacyId, 'Camp Guézo', { toOrder: null })])
  const toOrder = await block('À commander')
  await toOrder.findByText('Vous n’avez pas ce droit ici.')
})
