import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDesk, ok, pageText } from './support/a-desk.tsx'
import { salesPage } from './support/a-shop.ts'

test('beside the turnover stand the returns that lower it, and what the asked means paid', async () => {
  await aDesk({
    path: '/backoffice/ventes?periode=tout&paiement=INSURANCE',
    answer: ({ path, query }) =>
      path === '/sales' ? ok({ ...salesPage(query, 3), returned: 500, paid: 2100 }) : undefined,
  })
  await waitFor(() =>
    expect(pageText()).toContain('3 ventes, 3 000 F CFA (retours déduits : 500), dont 2 100 F CFA par ces moyens'),
  )
})
