import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PeerComparison } from '#shared/contract/peers.ts'
import { placesText, quartilesText } from '#backoffice/reports/peers-view.tsx'
import { aDesk, ok, plain } from './support/a-desk.tsx'

const francs = { code: 'XOF', symbol: 'F CFA', decimals: 0 }
type Compared = NonNullable<PeerComparison['compared']>
const aComparison = (figures: Compared['figures']): PeerComparison => ({
  takesPart: true,
  compared: { month: { from: '2026-10-01', to: '2026-10-31' }, size: 'middle', figures },
})
const quartiles = { lower: 2500, median: 3000, upper: 4200 }

async function aPage(comparison: PeerComparison) {
  await aDesk({
    path: '/backoffice/rapports?question=pairs',
    products: [],
    answer: ({ path }) => {
      if (path === '/reports/meta') return ok({ measures: [], dimensions: [] })
      return path === '/reports/peers' ? ok(comparison) : undefined
    },
  })
  return within(await screen.findByRole('region', { name: 'Nous et les pharmacies comparables' }))
}

test('one’s own figure stands beside the quartiles, in words, without a period to choose', async () => {
  const block = await aPage(
    aComparison([
      { measure: 'meanBasket', own: 2400, quartiles },
      { measure: 'discountRate', own: 1.5, quartiles: { lower: 0.5, median: 1.2, upper: 2 } },
      { measure: 'stockDays', own: null, quartiles: { lower: 30, median: 45, upper: 60 } },
      { measure: 'outRate', own: 4, quartiles: null },
    ]),
  )
  expect(plain((await block.findByText(/^Dans le quart/)).textContent)).toBe(
    'Dans le quart le plus bas : panier moyen. Dans la moitié du milieu : taux de remise.',
  )
  const said = (name: string) => plain(block.getByRole('region', { name }).textContent)
  expect(said('Panier moyen')).toBe(
    'Panier moyen2 400 F CFAUn quart environ des pharmacies comparables fait moins de 2 500 F CFA, la moitié moins de 3 000 F CFA, un quart plus de 4 200 F CFA.',
  )
  expect(said('Jours de stock')).toContain('Inconnu chez nous ce mois-là')
  expect(said('Part du temps en rupture')).toContain('Pas assez de pharmacies comparables connaissent ce chiffre.')
  expect(plain(block.getByText(/^Pharmacies du même pays/).textContent)).toBe(
    'Pharmacies du même pays et de notre taille (de 1 500 à 5 000 ventes par mois), du 01/10/2026 au 31/10/2026 : au moins cinq propriétaires, nos pharmacies non comprises.',
  )
  expect(screen.queryByRole('radiogroup', { name: 'Période' })).toBeNull()
})

test.each<[string, PeerComparison, RegExp]>([
  ['who takes no part is told how', { takesPart: false, compared: null }, /ne participe pas à la comparaison/],
  ['before the first month', { takesPart: true, compared: null }, /Rien n’est encore comparé/],
  [
    'with too few others',
    aComparison([{ measure: 'meanBasket', own: 2400, quartiles: null }]),
    /Pas encore assez de pharmacies comparables/,
  ],
])('%s', async (_, comparison, words) => {
  const block = await aPage(comparison)
  expect(await block.findByText(words)).toBeTruthy()
  expect(block.queryByText(/Un quart environ/)).toBeNull()
})

test('the place is said of each figure that both sides know', () => {
  const at = (own: number | null) => ({
    measure: 'marginRate' as const,
    own,
    quartiles: { lower: 25, median: 28, upper: 31 },
  })
  expect(placesText([at(24.9)])).toBe('Dans le quart le plus bas : taux de marge.')
  expect(placesText([at(25)])).toBe('Dans la moitié du milieu : taux de marge.')
  expect(placesText([at(31)])).toBe('Dans la moitié du milieu : taux de marge.')
  expect(placesText([at(31.1)])).toBe('Dans le quart le plus haut : taux de marge.')
  expect(placesText([at(null)])).toBe('Nos chiffres de ce mois ne se comparent pas.')
  expect(plain(quartilesText('stockDays', { lower: 30, median: 45, upper: 60 }, francs))).toBe(
    'Un quart environ des pharmacies comparables fait moins de 30 jours, la moitié moins de 45 jours, un quart plus de 60 jours.',
  )
})
