import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { saleInvoice } from '#shared/papers/invoice.ts'
import { aFiscalDocument } from '#tests/support/a-fiscal-document.ts'
import { aCounter, button, certifying, lineOf, scan } from './support/a-counter.tsx'
import { aSalesServer, sold } from './support/a-sales-server.ts'
import { clarisse, port, theClients } from './support/the-clients.ts'
import { theShelf } from './support/the-shelf.ts'

const coartemCode = '3400930145449'
const panel = () => screen.findByRole('dialog', { name: 'Facture au nom de' })
const field = async (name: string) => within(await panel()).findByRole<HTMLInputElement>('textbox', { name })
const write = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Facture au nom de' })).toBeNull())
const words = (element: Element) => (element.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')

/** A counter of a pharmacy that certifies, with one line on the ticket. */
async function aTicket(given: Partial<Parameters<typeof aCounter>[0]> = {}) {
  const counter = await aCounter({ products: theShelf, known: certifying, clients: theClients, ...given })
  scan(coartemCode)
  await lineOf('Coartem')
  const open = async () => {
    await counter.user.click(await button(/Autres actions/))
    await counter.user.click(await screen.findByRole('menuitem', { name: /Facture au nom de/ }))
    await panel()
  }
  const keep = async () => counter.user.click(await button(/Garder et revenir/))
  const end = async () => {
    await counter.user.click(await button(/compte juste/))
    await counter.user.click(await button(/^Terminer$/))
  }
  return { ...counter, open, keep, end }
}

test('a walk-in sale asks and sends nothing of a buyer', async () => {
  const { sent, end } = await aTicket()
  expect(screen.queryByRole('button', { name: /Facture/ })).toBeNull()
  await end()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect('buyer' in sent[0]!).toBe(false)
})

test('a known organization is named with one touch; the ticket says it and the sale carries it, also without a network', async () => {
  const { sent, sales, user, open, keep, end } = await aTicket({ onSale: () => 'nobody' })
  await open()
  await user.click(within(await panel()).getByRole('button', { name: new RegExp(port.name) }))
  expect((await field('IFU')).value).toBe(port.taxId)
  await keep()
  await isGone()
  expect(words(await button(/^Facture\s:/))).toBe('Facture : Port de Cotonou, IFU 3201900012345')
  await end()
  await waitFor(() => expect(sent).toHaveLength(1))
  const buyer = {
    organizationId: port.id,
    name: port.name,
    taxId: port.taxId,
    contact: '01 21 31 41 51',
    address: port.address,
  }
  expect(sent[0]!.buyer).toEqual(buyer)
  expect(sales().find(({ id }) => id === sent[0]!.id)).toMatchObject({ status: 'SUBMITTING', buyer })
})

test('a typed buyer: a wrong number is refused in words, blanks are no mistake, no name is one', async () => {
  const { sent, open, keep, end } = await aTicket()
  await open()
  await write('IFU', '32007')
  await keep()
  expect(words(await panel())).toContain('Écrivez pour qui est la facture.')
  expect(words(await panel())).toContain('IFU attendu : 13 chiffres. Corrigez-le, ou laissez-le vide.')
  await write('Nom ou raison sociale', ' SOBEBRA SA ')
  await keep()
  expect(words(await panel())).toContain('IFU attendu')
  await write('IFU', '320 070 000 0018')
  await keep()
  await isGone()
  await end()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.buyer).toEqual({
    organizationId: null,
    name: 'SOBEBRA SA',
    taxId: '3200700000018',
    contact: null,
    address: null,
  })
})

test('another name is another client: the record that was taken is no longer linked', async () => {
  const { sales, user, open, keep } = await aTicket()
  await open()
  await user.click(within(await panel()).getByRole('button', { name: new RegExp(port.name) }))
  await write('Nom ou raison sociale', 'Port Sec')
  await keep()
  await waitFor(() => expect(sales()[0]?.buyer).toMatchObject({ organizationId: null, name: 'Port Sec' }))
})

test('where no platform certifies, any tax number may stand on the invoice', async () => {
  const { sent, open, keep, end } = await aTicket({ known: {} })
  await open()
  await write('Nom ou raison sociale', 'Lomé Import')
  await write('IFU', 'tg-4471')
  await keep()
  await isGone()
  await end()
  await waitFor(() => expect(sent[0]?.buyer?.taxId).toBe('TG-4471'))
})

test('named while the sale is paid; taken away, the invoice is nobody’s', async () => {
  const { sales, user } = await aTicket()
  await user.click(await button(/^Encaisser/))
  await user.click(await button(/^Facture au nom de/))
  await write('Nom ou raison sociale', 'SOBEBRA SA')
  // « Entrée » belongs to the form: the sale is not ended and nothing is paid. Typed at once it would be a scan.
  await write('IFU', '3200700000018')
  await user.type(await field('IFU'), '{Enter}')
  await isGone()
  await waitFor(() =>
    expect(sales()[0]).toMatchObject({ status: 'ONGOING', payments: [], buyer: { taxId: '3200700000018' } }),
  )
  await user.click(await button(/^Facture\s: SOBEBRA SA/))
  await user.click(await button(/^Facture sans nom$/))
  await button(/^Facture au nom de/)
  expect(sales()[0]!.buyer).toBeNull()
})

test('the patient of the sale is one touch away, with the phone that is known', async () => {
  const { sales, user, open, keep } = await aTicket()
  await user.click(await button(/Choisir un client/))
  const search = await screen.findByRole('searchbox', { name: 'Chercher un client' })
  fireEvent.change(search, { target: { value: '0196123456' } })
  const found = await screen.findByRole('list', { name: 'Clients trouvés' })
  await user.click(await within(found).findByRole('button', { name: /12\/03\/1984/ }))
  await user.click(await button(/Vendre à ce patient|Choisir ce patient/))
  await waitFor(() => expect(sales()[0]?.patient?.id).toBe(clarisse.id))
  await open()
  await user.click(within(await panel()).getByRole('button', { name: /le patient de la vente/ }))
  await keep()
  await isGone()
  await waitFor(() =>
    expect(sales()[0]).toMatchObject({
      buyer: { organizationId: null, name: 'AGBODJAN Clarisse', taxId: null, contact: '01 96 12 34 56' },
    }),
  )
})

const buyer = {
  organizationId: null,
  name: 'SOBEBRA SA',
  taxId: '3200700000018',
  contact: '+229 01 21 30 00 00',
  address: 'Cotonou',
}

test('the panel of a sale and its ticket name the buyer; the sheet too, also before it is certified', async () => {
  const printed: string[] = []
  const server = aSalesServer({ sale: { ...sold, buyer } })
  const { user } = await aCounter({ products: theShelf, path: '/kiosk/ventes', onCall: server.onCall })
  vi.stubGlobal('print', () => printed.push(words(document.querySelector('[role=document]')!)))
  await user.click(await button(/n°\s811/))
  const detail = () => words(screen.getByRole('complementary', { name: /Vente n°\s811/ }))
  await waitFor(() => expect(detail()).toContain('SOBEBRA SA · IFU 3200700000018'))
  await user.click(await button(/^Réimprimer|ticket$/))
  await waitFor(() => expect(printed).toHaveLength(1))
  for (const said of ['Client : SOBEBRA SA', 'IFU 3200700000018', 'Cotonou']) expect(printed[0]).toContain(said)

  const { organizationId: _, ...client } = buyer
  const named = { ...sold, cancellation: null, buyer }
  const copy = { isReprint: false, cashStep: 5 }
  expect(saleInvoice(named, { ...copy, fiscal: null }).client).toEqual(client)
  // A certified sheet says what was certified.
  const certified = { ...client, taxId: null }
  const fiscal = aFiscalDocument(named, 'certified', { client: certified })
  expect(saleInvoice(named, { ...copy, fiscal }).client).toEqual(certified)
})
