import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LimitProposal } from '#shared/contract/order-preparations.ts'
import { aDesk, ok, plain, rowTexts, type Asked } from './support/a-desk.tsx'

const ids = ['019f0000-0000-7000-8000-000000000101', '019f0000-0000-7000-8000-000000000102'] as const

const aProposal = (rest: Partial<LimitProposal> = {}): LimitProposal => ({
  id: ids[0],
  label: 'Coartem 20/120 mg cp B/24',
  minimum: 0,
  maximum: 0,
  proposedMinimum: 24,
  proposedMaximum: 84,
  reason: 'none',
  perDay: 2,
  supplierName: 'Ubipharm',
  delayDays: 2,
  isDelayKnown: true,
  rhythmDays: 7,
  ...rest,
})
const unsold = aProposal({
  id: ids[1],
  label: 'Artefan',
  minimum: 5,
  maximum: 10,
  proposedMinimum: 0,
  proposedMaximum: 0,
  reason: 'unsold',
  perDay: 0,
})

test('proposed limits stand beside those of today with the reason; ticked ones are sent with what was known', async () => {
  const written: Asked[] = []
  const { user } = await aDesk({
    path: '/backoffice/stock/mini-maxi',
    products: [],
    answer: (asked) => {
      if (asked.path !== '/order-preparations/limits') return undefined
      if (asked.method === 'GET') return ok({ items: [aProposal(), unsold], total: 2 })
      written.push(asked)
      return ok({ updated: 1, kept: [{ id: ids[1], label: 'Artefan', minimum: 3, maximum: 0 }] })
    },
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  const [first, second] = rowTexts().map((cells) => plain(cells.join(' ')))
  for (const part of ['Coartem', 'Sans mini', '0', '24', '–', '84', '2 par jour, délai 2 jours, livré tous les 7 j'])
    expect(first).toContain(part)
  for (const part of ['Artefan', 'Ne se vend plus', 'Rien vendu en 180 jours']) expect(second).toContain(part)

  await user.click(screen.getByRole('checkbox', { name: 'Cocher toute la liste' }))
  await user.click(screen.getByRole('button', { name: 'Accepter' }))
  const dialog = await screen.findByRole('dialog', { name: 'Accepter les mini et maxi' })
  expect(plain(dialog.textContent)).toContain(
    '2 produits prennent les valeurs proposées : 1 mini en hausse, 1 en baisse.',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Accepter' }))
  expect(plain((await within(dialog).findByRole('alert')).textContent)).toContain(
    '1 produit garde ses valeurs, changées entre-temps :Artefan : mini 3, maxi –',
  )
  expect(written.map(({ body }) => body)).toEqual([
    {
      items: [
        { id: ids[0], minimum: 24, maximum: 84, known: { minimum: 0, maximum: 0 } },
        { id: ids[1], minimum: 0, maximum: 0, known: { minimum: 5, maximum: 10 } },
      ],
    },
  ])
})

test('« Sous le mini » leads to them', async () => {
  await aDesk({ path: '/backoffice/stock?etat=mini', products: [], answer: () => undefined })
  const link = await screen.findByRole('link', { name: 'Mini et maxi proposés' })
  expect(link.getAttribute('href')).toBe('/backoffice/stock/mini-maxi')
})
