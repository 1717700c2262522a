import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCounter, lineOf, scan } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

const question = 'Coartem 20/120 mg cp B/24\u00a0: 400 demandés, 5 en stock dans ce lot.'
const payment = () => screen.queryByRole('heading', { name: /Encaissement/ })

async function typeQuantity(user: Awaited<ReturnType<typeof aCounter>>['user'], quantity: number) {
  await user.keyboard(`*${quantity}{Enter}`)
}

async function aSaleOf(quantity: number) {
  const counter = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await typeQuantity(counter.user, quantity)
  await waitFor(() => expect(counter.sales()[0]?.records[0]?.quantity).toBe(quantity))
  return counter
}

test('a sale far below zero is asked about once, and again only for another quantity', async () => {
  const { sales, user } = await aSaleOf(400)
  await user.keyboard('{F9}')
  const asked = await screen.findByRole('alert')
  expect(asked.textContent).toContain(question)
  expect(payment()).toBeNull()
  await user.click(within(asked).getByRole('button', { name: 'Vendre quand même' }))
  await waitFor(() => expect(payment()).not.toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(payment()).toBeNull())
  await user.keyboard('{F9}')
  await waitFor(() => expect(payment()).not.toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(payment()).toBeNull())
  await typeQuantity(user, 401)
  await waitFor(() => expect(sales()[0]?.records[0]?.quantity).toBe(401))
  await user.keyboard('{F9}')
  expect((await screen.findByRole('alert')).textContent).toContain('401 demandés')
  expect(payment()).toBeNull()
})

test('a little below zero is not asked about: the list may be late', async () => {
  const { user } = await aSaleOf(25)
  await user.keyboard('{F9}')
  await waitFor(() => expect(payment()).not.toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})
