import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BillProposal } from '#shared/contract/bills.ts'
import { aDesk, ok, plain } from './support/a-desk.tsx'

const proposal = (n: number, amount: number): BillProposal => ({
  payerKind: 'company',
  payerId: `019f0000-0000-7000-8000-0000000000c${n}`,
  payerName: `Payeur ${n}`,
  vouchers: 1,
  amount,
  earlier: 0,
  earlierAmount: 0,
  ahead: 0,
  incomplete: 0,
  atRisk: 0,
  bills: 1,
  rule: {
    period: 'month',
    split: 'payer',
    mostLines: null,
    mostAmount: null,
    paymentDays: 30,
    foreclosureDays: null,
    prefix: 'F-',
    copies: 1,
    columns: [],
    needs: [],
  },
})

/** The screen, with a server that keeps back the proposals of a week until `release`. */
async function propose() {
  let release = () => {}
  const waits = new Promise<void>((resolve) => (release = resolve))
  const desk = await aDesk({
    path: '/backoffice/factures/nouvelles',
    answer: ({ path, query }) => {
      if (path !== '/bills/proposals') return undefined
      const isWeek = query.get('from') !== '2026-10-01'
      if (isWeek) return waits.then(() => ok([proposal(1, 1000), proposal(2, 2000), proposal(3, 4000)]))
      return ok([proposal(1, 500), proposal(2, 700)])
    },
  })
  await screen.findByText('Payeur 1')
  return { ...desk, release: () => release() }
}

const chosen = () => plain(screen.getByText('Payeurs choisis').nextElementSibling?.textContent ?? '')

test('payers that are unticked together stay so in the proposals of another period, and no run starts before these came', async () => {
  const { user, release } = await propose()
  expect(chosen()).toBe('2')
  const mayCreate = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Créer les factures' }).disabled
  expect(mayCreate()).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Semaine' }))
  await waitFor(() => expect(mayCreate()).toBe(false))
  await user.click(screen.getByRole('checkbox', { name: 'Cocher toute la liste' }))
  release()
  const third = (await screen.findByText('Payeur 3')).closest('[data-row]') as HTMLElement
  expect(chosen()).toBe('0')
  await user.click(within(third).getByRole('checkbox'))
  expect(chosen()).toBe('1')
  expect(mayCreate()).toBe(true)
})
