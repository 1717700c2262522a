import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LentRight } from '#shared/contract/lent-rights.ts'
import { aDesk, ok, today } from './support/a-desk.tsx'

const main = () => within(screen.getByRole('main'))
const discount: LentRight = {
  id: '018f0000-0000-7000-8000-0000000000b1',
  usedAt: `${today}T09:05:00.000Z`,
  permission: 'sale.discount',
  amount: 20,
  grantedByName: 'AGBO Kossi',
  usedByName: 'DOSSOU Afi',
  subject: { kind: 'sale', id: '018f0000-0000-7000-8000-0000000000b2', label: '812' },
  isProven: true,
}
const payment: LentRight = {
  ...discount,
  id: '018f0000-0000-7000-8000-0000000000b3',
  permission: 'disbursement.create',
  amount: 3000,
  subject: { kind: 'register', id: '018f0000-0000-7000-8000-0000000000b4', label: 'HOUNKPÈ Rose' },
  isProven: false,
}

test('the owner reads who asked, who gave, for what; each thing is a link', async () => {
  await aDesk({
    path: '/backoffice/parametres/droits-accordes',
    answer: ({ path }) => (path === '/lent-rights' ? ok({ items: [discount, payment], total: 2 }) : undefined),
  })
  await waitFor(() => expect(main().getAllByRole('row')).toHaveLength(3))
  const [first, second] = main()
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent!.replaceAll(/\s/g, ' '))
  for (const part of ['Accorder une remise', '20 %', 'Vente n° 812', 'DOSSOU Afi', 'AGBO Kossi', 'Vérifié'])
    expect(first).toContain(part)
  for (const part of ['Faire un décaissement', '3 000', 'Caisse de HOUNKPÈ Rose', 'Non vérifiable'])
    expect(second).toContain(part)
  expect(
    main()
      .getByRole('link', { name: /Vente n°\s812/ })
      .getAttribute('href'),
  ).toBe(`/backoffice/ventes/${discount.subject.id}`)
  expect(
    main()
      .getByRole('link', { name: /Caisse de HOUNKPÈ/ })
      .getAttribute('href'),
  ).toBe(`/backoffice/caisses/${payment.subject.id}`)
})
