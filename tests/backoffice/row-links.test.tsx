import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aBankServer } from './support/a-bank-server.ts'
import { aContract, aPerson, aPolicy } from './support/a-clientele.ts'
import { aDesk, ok } from './support/a-desk.tsx'

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
