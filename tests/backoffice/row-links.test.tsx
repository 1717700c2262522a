import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { BillStatementDetail, StatementNote } from '#shared/contract/bill-statements.ts'
import type { OrderDetail } from '#shared/contract/orders.ts'
import { aBankServer } from './support/a-bank-server.ts'
import { aContract, aPerson, aPolicy } from './support/a-clientele.ts'
import { aDesk, type Asked, ok, pageText, rowTexts } from './support/a-desk.tsx'
import { anOrder } from './support/an-order.ts'

const home = '/backoffice/parametres/banques'

async function theBanks() {
  const server = aBankServer(['Ecobank', 'Orabank'])
  const desk = await aDesk({ path: home, answer: server.answer })
  await screen.findByText('Ecobank')
  const opened: string[] = []
  const open = vi.spyOn(window, 'open').mockImplementation((url) => {
    opened.push(new URL(String(url), location.href).pathname)
    return null
  })
  onTestFinished(() => open.mockRestore())
  return { ...desk, ...server, opened }
}
/** A cell of the first row that is no link. */
const state = () => screen.getAllByRole('row')[1]!.querySelectorAll<HTMLElement>('[role="gridcell"]')[2]!

test('a middle click or Ctrl+click on any cell opens the record in a new tab; the list stays', async () => {
  const { opened, idOf } = await theBanks()
  fireEvent(state(), new MouseEvent('auxclick', { button: 1, bubbles: true }))
  fireEvent.click(state(), { ctrlKey: true })
  fireEvent.click(state(), { metaKey: true })
  expect(opened).toEqual([1, 1, 1].map((n) => `${home}/${idOf(n)}`))
  expect(location.pathname).toBe(home)
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('a click opens the panel here; its box and other buttons of the mouse open nothing', async () => {
  const { opened, user, idOf } = await theBanks()
  fireEvent(state(), new MouseEvent('auxclick', { button: 2, bubbles: true }))
  fireEvent.click(screen.getAllByRole('checkbox', { name: 'Cocher la ligne' })[0]!, { ctrlKey: true })
  expect(opened).toEqual([])
  await user.click(state())
  await screen.findByRole('complementary', { name: 'Ecobank' })
  expect(location.pathname).toBe(`${home}/${idOf(1)}`)
  expect(opened).toEqual([])
})

test('the link takes no place of its own for the keyboard: the rows of the grid do', async () => {
  await theBanks()
  const row = screen.getAllByRole('row')[1]!
  expect(row.tabIndex).toBe(0)
  expect(row.querySelector('a')?.tabIndex).toBe(-1)
})

test('the tab of the browser is called by the record and its list, and by the list alone elsewhere', async () => {
  const lea = aPerson(1, { lastName: 'Dossou', firstName: 'Léa' })
  await aDesk({
    path: `/backoffice/patients/${lea.id}`,
    answer: ({ path }) => (path === `/persons/${lea.id}` ? ok(lea) : undefined),
  })
  await waitFor(() => expect(document.title).toBe('DOSSOU Léa – Clients – Officine'))
  cleanup()
  await aDesk({ path: '/backoffice/parametres/imprimantes' })
  await waitFor(() => expect(document.title).toBe('Imprimantes – Officine'))
})

test('the rows of a table inside a page are links too', async () => {
  const policy = aPolicy(1)
  const contract = { ...aContract(1), payerName: 'NSIA', policies: 1 }
  await aDesk({
    path: `/backoffice/contrats/${contract.id}`,
    answer: ({ path }) => {
      if (path === `/contracts/${contract.id}`) return ok(contract)
      return path.endsWith('/contract-policies') ? ok({ items: [policy], total: 1 }) : undefined
    },
  })
  const link = (await screen.findByText('DOSSOU Patient1')).closest('a')
  expect(link?.getAttribute('href')).toBe(`/backoffice/patients/${policy.beneficiaryId}`)
})

const supplier = (n: number, supplierName: string) => ({
  supplierId: `018f0000-0000-7000-8000-00000000001${n}`,
  supplierName,
  owed: n * 1000,
  overdue: 0,
  ahead: 0,
  nextDueOn: null,
  notBilled: 0,
})

test('the suppliers that are owed something are links, searched by name; the sums follow', async () => {
  const { user } = await aDesk({
    path: '/backoffice/echeances',
    answer: ({ path }) =>
      path === '/supplier-payments/payables' ? ok([supplier(1, 'Ubipharm'), supplier(2, 'Gapob')]) : undefined,
  })
  await waitFor(() => expect(rowTexts()).toHaveLength(2))
  await user.type(screen.getByRole('searchbox', { name: 'Filtrer les fournisseurs' }), 'gapo')
  await waitFor(() => expect(rowTexts().map(([name]) => name)).toEqual(['Gapob']))
  expect(pageText()).toContain('2 000')
  expect(pageText()).not.toContain('3 000')
  expect(screen.getByText('Gapob').closest('a')?.getAttribute('href')).toBe(
    `/backoffice/echeances/${supplier(2, '').supplierId}`,
  )
})

const statement = {
  id: '018f0000-0000-7000-8000-0000000000a1',
  number: 4,
  supplierId: supplier(1, '').supplierId,
  supplierName: 'Ubipharm',
  reference: 'REL-4',
  from: '2026-11-01',
  to: '2026-11-15',
  dueOn: '2026-12-15',
  total: 2000,
  note: null,
  state: 'draft' as const,
  fileName: null,
  lines: 2,
  claimed: 0,
  claimId: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  createdByName: 'DOSSOU Aurèle',
  validatedAt: null,
  validatedByName: null,
  canceledAt: null,
  cancelReason: null,
  sums: { lines: 2000, matched: 2000, claimed: 0, open: 0 },
  counts: { certain: 2, proposed: 0, open: 0, decided: 0, undecided: 0 },
  doubts: [],
  nextPosition: 3,
  claims: [],
} satisfies BillStatementDetail
const aNote = (noteNumber: string, deliveryId: string | null): StatementNote => ({
  noteNumber,
  deliveryId,
  day: '2026-11-20',
  lines: 1,
  billed: 1000,
  delivered: deliveryId ? 900 : null,
})

test('a row that leads to no page is no link, beside one that does', async () => {
  const deliveryId = '018f0000-0000-7000-8000-0000000000a2'
  const at = `/wholesaler-bill-statements/${statement.id}`
  await aDesk({
    path: `/backoffice/releves/${statement.id}`,
    answer: ({ path }) => {
      if (path === at) return ok(statement)
      if (path === `${at}/statements`)
        return ok({ notes: [aNote('BL 1', deliveryId), aNote('BL 2', null)], notBilled: [] })
      return path.startsWith(at) ? ok({ items: [], total: 0 }) : undefined
    },
  })
  const linkOf = (text: string) => screen.getByText(text).closest('a')?.getAttribute('href')
  await screen.findByText('BL 2')
  expect([linkOf('BL 1'), linkOf('BL 2')]).toEqual([`/backoffice/livraisons/${deliveryId}`, undefined])
})

describe('a row that opens a dialog', () => {
  const order = anOrder()
  const line = order.lines[0]!
  const home = `/backoffice/commandes/${order.id}`
  const address = `${home}?ligne=${line.productId}`
  const answers =
    (state: OrderDetail['state']) =>
    ({ path }: Asked) =>
      path === `/orders/${order.id}` ? ok({ ...order, state }) : undefined

  test('is a link to it; its address opens it, and closing it leaves the page', async () => {
    const { user } = await aDesk({ path: home, answer: answers('draft') })
    const link = (await screen.findByText(line.label)).closest('a')
    expect(link?.getAttribute('href')).toBe(address)
    await user.click(screen.getByText(String(line.code)))
    await screen.findByRole('dialog')
    expect(location.pathname + location.search).toBe(address)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname + location.search).toBe(home)
    cleanup()
    await aDesk({ path: address, answer: answers('draft') })
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  test('opens nothing by its address when the order is sent', async () => {
    await aDesk({ path: address, answer: answers('sent') })
    const text = await screen.findByText(line.label)
    expect(text.closest('a')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
