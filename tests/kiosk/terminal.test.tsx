import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { openSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { aCounter, button, lineOf, scan } from './support/a-counter.tsx'
import { aUsbPrinter } from './support/played-devices.ts'
import { theShelf } from './support/the-shelf.ts'

beforeEach(() => {
  for (const plug of ['usb', 'serial']) Object.defineProperty(navigator, plug, { configurable: true, value: undefined })
})

const isPressed = async (name: RegExp) => (await button(name)).getAttribute('aria-pressed')

/** A terminal whose seller has connected its USB printer. */
async function aPrintingCounter() {
  const devices = aUsbPrinter()
  const counter = await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await counter.user.click(await button(/Imprimante USB/))
  await screen.findByText('Prête')
  return { ...counter, ...devices }
}

test('a printer is connected by a touch, keeps its name, and prints a trial', async () => {
  const { printer, user } = await aPrintingCounter()
  expect(await isPressed(/EPSON TM-T20III/)).toBe('true')
  await user.click(await button(/Imprimer un essai/))
  await waitFor(() => expect(printer.cuts).toBe(1))
  expect(printer.paper).toContain('Accents : é è ê à ç ù ô É À Ç')
  expect(printer.paper).toContain(`Montant à droite${' '.repeat(48 - 16 - 6)}12 500`)
  await user.click(await screen.findByText('58 mm'))
  await user.click(await button(/Imprimer un essai/))
  await waitFor(() => expect(printer.cuts).toBe(2))
  expect(printer.paper).toContain(`Montant à droite${' '.repeat(32 - 16 - 6)}12 500`)
})

test('a dialog that is closed leaves what was chosen, and says what to check', async () => {
  aUsbPrinter().usb.chosen = null
  // The driver says to the console that the dialog was closed.
  vi.spyOn(console, 'log').mockReturnValue()
  const { user } = await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await user.click(await button(/Imprimante USB/))
  await screen.findByText(/Aucune imprimante n’a été connectée/)
  expect(await isPressed(/^Navigateur/)).toBe('true')
})

test('a browser without devices says which one has them', async () => {
  await aCounter({ products: theShelf, path: '/kiosk/poste' })
  expect((await button(/Imprimante USB/)).hasAttribute('disabled')).toBe(true)
  expect(screen.getAllByText('Demande Chrome ou Edge')).toHaveLength(2)
})

test('notes open the drawer as the sale ends, a card does not; the ticket comes out when it is asked for', async () => {
  const { printer, user } = await aPrintingCounter()
  await user.click(screen.getByRole('link', { name: 'Vente' }))
  await screen.findByRole('searchbox')
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect(printer.pulses).toBe(1))
  expect(printer.cuts).toBe(0)
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printer.cuts).toBe(1))
  expect(printer.paper).toContain('Coartem 20/120 mg cp B/24')
  expect(printer.pulses).toBe(1)
})

test('unplugged, the ticket waits in sight and the sale goes on; the browser may print it instead, or nobody', async () => {
  const { usb, printer, user } = await aPrintingCounter()
  const pages: string[] = []
  vi.stubGlobal('print', () => pages.push(document.querySelector('[data-receipt]')?.textContent ?? ''))
  usb.pull(printer)
  for (const _ of [1, 2]) await user.click(await button(/Imprimer un essai/))
  await user.click(await button(/2\simpressions en attente.*imprimante injoignable/))
  const drawer = await screen.findByRole('complementary', { name: 'À imprimer' })
  await user.click(within(drawer).getAllByRole('button', { name: /Imprimer ici/ })[0]!)
  await waitFor(() => expect(pages).toHaveLength(1))
  expect(pages[0]).toContain('Essai du poste')
  await user.click(await within(drawer).findByRole('button', { name: /Abandonner/ }))
  await within(drawer).findByText('Tout est imprimé')
  usb.push(printer)
  await screen.findByText('Prête')
  expect(printer.cuts).toBe(0)
})

test('F10 opens the drawer for who uses the register', async () => {
  const { printer, user } = await aPrintingCounter()
  await user.keyboard('{F10}')
  await waitFor(() => expect(printer.pulses).toBe(1))
})

test('without the right to a register neither the key nor a button opens the drawer', async () => {
  const { printer } = aUsbPrinter()
  const { user } = await aCounter({ products: theShelf, permissions: [], path: '/kiosk/poste' })
  await user.click(await button(/Imprimante USB/))
  await screen.findByText('Prête')
  await user.keyboard('{F10}')
  await user.click(await button(/Imprimer un essai/))
  await waitFor(() => expect(printer.cuts).toBe(1))
  expect(printer.pulses).toBe(0)
  expect(screen.queryByRole('button', { name: /Ouvrir le tiroir/ })).toBeNull()
})

test('where tickets come out by themselves, the next print is a duplicate', async () => {
  const { printer, user } = await aPrintingCounter()
  await user.click(screen.getByRole('switch', { name: /dès la fin de la vente/ }))
  await user.click(screen.getByRole('link', { name: 'Vente' }))
  await screen.findByRole('searchbox')
  scan('3400930145449')
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  await waitFor(() => expect([printer.cuts, printer.pulses]).toEqual([1, 1]))
  expect(printer.paper).not.toContain('DUPLICATA')
  await user.click(await button(/Imprimer le ticket/))
  await waitFor(() => expect(printer.cuts).toBe(2))
  expect(printer.paper).toContain('DUPLICATA')
  expect(printer.pulses).toBe(1)
})

test('the label of one line comes out while the sale is open', async () => {
  const { printer, user, store } = await aPrintingCounter()
  await user.click(screen.getByRole('link', { name: 'Vente' }))
  await screen.findByRole('searchbox')
  scan('3400930145449')
  scan('3400935955838')
  await waitFor(() => expect(store.get(openSalesAtom)[0]?.records).toHaveLength(2))
  const open = async (name: string) => user.click(within(await lineOf(name)).getByRole('button', { expanded: false }))
  await open('Doliprane')
  await screen.findByRole('region', { name: /^Ligne Doliprane/ })
  expect(screen.queryByRole('button', { name: 'Étiquette' })).toBeNull()
  const sale = store.get(openSalesAtom)[0]!
  await store.set(changeSaleAtom, sale, (stored) => ({
    ...stored,
    editCount: stored.editCount + 1,
    records: stored.records.map((record) => ({
      ...record,
      posology: record.label.startsWith('Coartem') ? '4 comprimés matin et soir' : null,
    })),
  }))
  await open('Coartem')
  await user.click(await button(/^Étiquette$/))
  await waitFor(() => expect(printer.cuts).toBe(1))
  expect(printer.paper).toContain('4 comprimés matin et')
  expect(printer.paper).not.toContain('Doliprane')
  expect(store.get(openSalesAtom)[0]).toMatchObject({ status: 'ONGOING' })
})

test('after the sale the labels of its lines come out, each cut off, as often as they are asked for', async () => {
  const { printer, user, store } = await aPrintingCounter()
  await user.click(screen.getByRole('link', { name: 'Vente' }))
  await screen.findByRole('searchbox')
  scan('3400930145449')
  await waitFor(() => expect(store.get(openSalesAtom)[0]?.records).toHaveLength(1))
  const sale = store.get(openSalesAtom)[0]!
  await store.set(changeSaleAtom, sale, (stored) => ({
    ...stored,
    editCount: stored.editCount + 1,
    records: stored.records.map((record) => ({ ...record, posology: '4 comprimés matin et soir' })),
  }))
  await user.click(await button(/^5\s000/))
  await user.click(await button(/^Terminer$/))
  for (const labels of [1, 2]) {
    await user.click(await button(/Imprimer les étiquettes/))
    await waitFor(() => expect(printer.cuts).toBe(labels))
  }
  for (const words of ['Coartem 20/120 mg cp B/24', '4 comprimés matin et', 'Lot L21', 'Exp. 01/2028'])
    expect(printer.paper).toContain(words)
})
