import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Expiry } from '#shared/contract/expiries.ts'
import type { ExpiryTask } from '#shared/contract/expiry-tasks.ts'
import { defaultRoles } from '#shared/domain/permissions.ts'
import { aDesk, ok, plain, rowTexts, type Asked } from './support/a-desk.tsx'

const anExpiry = (of: Partial<Expiry> = {}): Expiry => ({
  id: '019f0000-0000-7000-8000-000000000001',
  pharmacyProductId: '019f0000-0000-7000-8000-000000000002',
  label: 'Vitamine C UPSA cp B/20',
  packaging: 'Boîte',
  lot: 'VC12',
  storage: 'A3',
  supplier: { id: '019f0000-0000-7000-8000-000000000003', name: 'Ubipharm' },
  quantity: 14,
  expiresOn: '2027-01-20',
  days: 60,
  blocked: null,
  discountPercent: null,
  salePrice: 1500,
  daysInStock: 120,
  perDay: 0.1,
  ahead: 0,
  chance: 0.02,
  left: 8,
  riskCost: 8000,
  riskPrice: 12_000,
  returnUntil: '2026-12-21',
  proposal: { kind: 'return', quantity: 8, percent: null, sister: null, because: null },
  task: null,
  ...of,
})
const aTask: ExpiryTask = {
  id: '019f0000-0000-7000-8000-000000000009',
  stockItemId: anExpiry().id,
  pharmacyProductId: anExpiry().pharmacyProductId,
  label: anExpiry().label,
  lot: 'VC12',
  expiresOn: '2027-01-20',
  left: 14,
  kind: 'return',
  quantity: 8,
  percent: null,
  toPharmacyName: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  createdByName: 'DOSSOU Afi',
  state: 'open',
  endedAt: null,
  endedByName: null,
  doneQuantity: null,
  saved: 0,
}

/** A server with one lot; `sent` are the writing calls. */
function aShelf(lot: Expiry, sent: Asked[] = []) {
  const state = { lot }
  return (asked: Asked) => {
    const { path, method } = asked
    if (method !== 'GET') sent.push(asked)
    if (path === '/expiries')
      return ok({
        items: [state.lot],
        total: 1,
        sums: { units: 14, value: 21_000, riskCost: 8000, riskPrice: 12_000 },
      })
    if (path === `/expiries/${lot.id}`) return ok({ ...state.lot, lotsAhead: [] })
    if (path === '/expiry-tasks/saved')
      return ok({
        months: [
          { month: '2026-10', returned: 5000, moved: 0, discounted: 0, total: 5000 },
          { month: '2026-11', returned: 9000, moved: 0, discounted: 3000, total: 12_000 },
        ],
      })
    if (path === '/expiry-tasks' && method === 'POST') {
      state.lot = { ...lot, task: { id: aTask.id, kind: 'return', quantity: 8 } }
      return { status: 201, body: { id: aTask.id } }
    }
    if (path === '/expiry-tasks') return ok({ items: [aTask], total: 1, saved: 0 })
    if (path === `/expiry-tasks/${aTask.id}` && method === 'PATCH') {
      state.lot = { ...lot, quantity: 6 }
      return ok({ id: aTask.id, outcome: 'done' })
    }
    if (path === `/expiry-tasks/${aTask.id}`) return ok(aTask)
    if (path === '/suppliers/all') return ok([])
    if (path === '/suppliers') return ok({ items: [], total: 0 })
    return undefined
  }
}
const path = '/backoffice/peremptions'

test('each lot stands with its chance and what to do; the month’s savings above', async () => {
  await aDesk({ path, answer: aShelf(anExpiry()) })
  await waitFor(() => expect(rowTexts()).toHaveLength(1))
  const row = rowTexts()[0]!.join(' ')
  expect(row).toContain('2 %')
  expect(row).toContain('Rendre au fournisseur')
  const saved = plain((await screen.findByRole('region', { name: 'Pertes évitées' })).textContent ?? '')
  expect(saved).toBe('Pertes évitées ce mois 12 000 F CFAoctobre 5 000')
})

test('the panel says why in one sentence; the proposal becomes work, and the work is done', async () => {
  const sent: Asked[] = []
  const { user } = await aDesk({ path: `${path}/${anExpiry().id}`, answer: aShelf(anExpiry(), sent) })
  const panel = within(await screen.findByRole('complementary', { name: anExpiry().label }))
  expect(plain((await panel.findByText(/Ubipharm le reprend/)).textContent ?? '')).toBe(
    'Ubipharm le reprend jusqu’au 21/12/2026, et 8 sur 14 resteraient.',
  )
  await user.click(panel.getByRole('button', { name: 'Rendre au fournisseur (8)' }))
  await user.click(await panel.findByRole('button', { name: 'Rendu' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Rendu' }))
  await waitFor(() =>
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain(`PATCH /expiry-tasks/${aTask.id}`),
  )
  expect(sent[0]!.body).toEqual({ kind: 'return', stockItemId: anExpiry().id, quantity: 8 })
})

test.each([
  [{ kind: 'destroy', quantity: 14 }, { days: -12 }, 'Expiré depuis 12 jours : 14 unités à sortir du stock.'],
  [
    { kind: 'discount', quantity: 14, percent: 20 },
    {},
    'À 0,1 par jour, 8 sur 14 resteraient ; −20 % est la plus petite remise qui devrait suffire.',
  ],
  [
    { kind: 'discount', quantity: 14, percent: 50 },
    { perDay: 0.02 },
    'À 0,6 par mois, 8 sur 14 resteraient : la remise la plus forte est proposée.',
  ],
  [
    { kind: 'none', because: 'unknown' },
    { daysInStock: 12, chance: null, left: null },
    'Pas assez d’historique : 12 jours en rayon sur 180.',
  ],
  [{ kind: 'none', because: 'sells' }, { chance: 0.92 }, 'Se vendra sans rien faire : 92 chances sur 100.'],
] as const)('%o: its reason', async (proposal, of, sentence) => {
  const none = { quantity: null, percent: null, sister: null, because: null }
  const lot = anExpiry({ ...of, proposal: { ...none, ...proposal } })
  await aDesk({ path: `${path}/${lot.id}`, answer: aShelf(lot) })
  const panel = await screen.findByRole('complementary', { name: lot.label })
  await waitFor(() => expect(plain(panel.textContent ?? '')).toContain(sentence))
})

test('who may not change prices is offered no discount', async () => {
  const lot = anExpiry({
    proposal: { kind: 'discount', quantity: 14, percent: 20, sister: null, because: null },
  })
  await aDesk({ path: `${path}/${lot.id}`, answer: aShelf(lot), permissions: defaultRoles.pharmacien })
  await screen.findByText(/plus petite remise/)
  expect(screen.queryByRole('button', { name: /au comptoir/ })).toBeNull()
})

test('the second view is the work, with its gestures', async () => {
  const { user } = await aDesk({ path, answer: aShelf(anExpiry()) })
  await user.click(await screen.findByRole('radio', { name: 'Actions en cours' }))
  await waitFor(() => expect(rowTexts()[0]?.join(' ')).toContain('DOSSOU Afi'))
  await user.click(await screen.findByText('VC12'))
  expect(await screen.findByRole('button', { name: 'Annuler l’action' })).toBeTruthy()
})
