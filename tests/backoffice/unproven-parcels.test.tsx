import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UnprovenParcel } from '#shared/contract/unproven-parcels.ts'
import { aDesk, ok, today } from './support/a-desk.tsx'

const main = () => within(screen.getByRole('main'))

test('the owner reads what was tried in whose name, and who sent it', async () => {
  const parcel: UnprovenParcel = {
    id: '018f0000-0000-7000-8000-0000000000a1',
    revision: 1,
    gesture: 'deposit',
    amount: 500_000,
    receivedAt: `${today}T09:05:00.000Z`,
    sellerName: 'HOUNKPÈ Rose',
    sentByName: 'DOSSOU Afi',
  }
  await aDesk({
    path: '/backoffice/parametres/envois',
    answer: ({ path }) => (path === '/unproven-parcels' ? ok({ items: [parcel], total: 1 }) : undefined),
  })
  await waitFor(() => expect(main().getAllByRole('row')).toHaveLength(2))
  const row = main().getAllByRole('row')[1]!.textContent!.replaceAll(/\s/g, ' ')
  for (const part of ['Versement en banque', '500 000', 'HOUNKPÈ Rose', 'DOSSOU Afi']) expect(row).toContain(part)
})
