import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { aCounter, button, lineOf, lines, scan } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

// Keys of a test are as quick as a scanner's.
const typeLabel = async (value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Libellé' }), { target: { value } })

test('a service is typed freely, and counts in the total', async () => {
  const { sent, user } = await aCounter({ products: theShelf })
  scan('3400930145449')
  await lineOf('Coartem')
  await user.keyboard('/')
  await typeLabel('Prise de tension')
  await user.click(screen.getByRole('textbox', { name: 'Prix' }))
  await user.keyboard('500{Enter}')
  await user.click(await button(/Ajouter au ticket/))
  expect((await lineOf('Prise de tension')).textContent).toContain('Prestation')
  expect(screen.getByText(/2\sarticles/)).toBeTruthy()
  await user.click(await button(/compte juste/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() =>
    expect(sent[0]).toMatchObject({ total: 4_350, vouchers: [{ label: 'Prise de tension', quantity: 1, price: 500 }] }),
  )
})

test('a service without a label is not offered', async () => {
  const { user } = await aCounter({ products: theShelf })
  await user.click(await button(/Autres actions/))
  await user.click(await screen.findByRole('menuitem', { name: /Prestation/ }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /Ajouter au ticket/ })).disabled).toBe(true)
})

test('the pharmacy’s services are one touch; tapped twice one is added', async () => {
  const { store, user, sales } = await aCounter({
    products: theShelf,
    services: [{ id: '018f0000-0000-7000-8000-0000000000e1', label: 'Livraison à domicile', price: 1_000 }],
  })
  expect(store.get(terminalAtom)?.pharmacy?.settings.services).toHaveLength(1)
  await user.keyboard('/')
  await user.dblClick(await button(/^Livraison à domicile/))
  const line = await lineOf('Livraison')
  expect(sales()[0]?.vouchers).toHaveLength(1)
  await user.click(within(line).getByRole('button', { name: /Une de plus/ }))
  await waitFor(() => expect(sales()[0]?.vouchers).toMatchObject([{ quantity: 2 }]))
})

test('a gift alone is handed over: nothing is owed', async () => {
  const { sent, user } = await aCounter({ products: theShelf })
  await user.keyboard('/')
  await typeLabel('Échantillon')
  await user.click(await button(/Ajouter au ticket/))
  await lineOf('Échantillon')
  await user.click(await button(/^Terminer$/))
  await waitFor(() =>
    expect(sent[0]).toMatchObject({ total: 0, payments: [], vouchers: [{ label: 'Échantillon', price: 0 }] }),
  )
})

test('a service is changed and taken away in its own panel, and comes back', async () => {
  const { user, sales } = await aCounter({ products: theShelf })
  await user.keyboard('/')
  await typeLabel('Injection')
  await user.click(await button(/Ajouter au ticket/))
  await user.click(within(await lineOf('Injection')).getByRole('button', { expanded: false }))
  expect(screen.queryByRole('group', { name: /^Lots/ })).toBeNull()
  await user.click(screen.getByRole('textbox', { name: 'Prix' }))
  await user.keyboard('750{Enter}')
  await waitFor(() => expect(sales()[0]?.vouchers).toMatchObject([{ price: 750 }]))
  await user.click(await button(/Retirer la ligne/))
  await waitFor(() => expect(lines()).toEqual([]))
  await user.click(await button(/^Annuler$/))
  await lineOf('Injection')
})
