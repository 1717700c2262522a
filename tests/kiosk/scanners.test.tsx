import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionServicesAtom } from '#shared/session/session-services.ts'
import { aCounter, button, lineOf, lines, scan } from './support/a-counter.tsx'
import { aHidScanner, PlayedScanner } from './support/a-hid-scanner.ts'
import { doliprane, theShelf } from './support/the-shelf.ts'

const [coartemCode, dolipraneCode] = ['3400930145449', '3400935955838']

beforeEach(() => {
  Object.defineProperty(navigator, 'hid', { configurable: true, value: undefined })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  // The driver tells the console what it reads.
  vi.spyOn(console, 'log').mockReturnValue()
})

/** A terminal whose seller has connected its scanner, back at the counter. */
async function aScanningCounter() {
  const devices = aHidScanner()
  const counter = await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await counter.user.click(await button(/Connecter une douchette/))
  await screen.findByText(/Prête.*Voyager 1470g/)
  await counter.user.click(screen.getByRole('link', { name: 'Vente' }))
  await screen.findByRole('searchbox')
  return { ...counter, ...devices }
}

test('a scanner is connected by a touch, and what it reads is a line, like a typed scan', async () => {
  const { scanner, sales } = await aScanningCounter()
  expect(scanner.features).toEqual([[254, 1]])
  scanner.read(coartemCode)
  await lineOf('Coartem')
  // A DataMatrix longer than one report, with its separator.
  scanner.read(`010${dolipraneCode}21${'S'.repeat(20)}\u001D17290531${'10FAR'}\u001D${'91'}${'X'.repeat(20)}`, ']d2')
  await lineOf('Lot FAR')
  for (let box = 0; box < 20; box++) scanner.read(coartemCode)
  await waitFor(() => expect(sales()[0]?.records.map(({ quantity }) => quantity)).toEqual([21, 1]))
})

test('it is tried where it is connected', async () => {
  const { scanner } = aHidScanner()
  const { user } = await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await user.click(await button(/Connecter une douchette/))
  await screen.findByText(/Prête/)
  scanner.read(coartemCode)
  await screen.findByText(/^Lu.*3400930145449$/)
})

test('after a reload it reads again without a gesture', async () => {
  const { hid, scanner } = aHidScanner()
  hid.allow(scanner)
  const { store } = await aCounter({ products: theShelf })
  expect(scanner.opened).toBe(false)
  await store.get(sessionServicesAtom)!.identity.patchTerminal({ hasHidScanner: true })
  await waitFor(() => expect(scanner.opened).toBe(true))
  await waitFor(() => expect(scanner.features).toHaveLength(1))
  scanner.read(dolipraneCode)
  await lineOf('Doliprane')
})

test('unplugged it is said, with what to do; plugged in again it reads by itself, once', async () => {
  const { hid, scanner, user, sales } = await aScanningCounter()
  hid.pull(scanner)
  await user.click(screen.getByRole('link', { name: 'Poste' }))
  await screen.findByText(/La douchette est débranchée/)
  hid.push(scanner)
  await screen.findByText(/Prête/)
  await user.click(screen.getByRole('link', { name: 'Vente' }))
  await screen.findByRole('searchbox')
  scanner.read(coartemCode)
  await lineOf('Coartem')
  expect(sales()[0]?.records[0]?.quantity).toBe(1)
})

test('held by another program it is said, and taken as soon as that lets go', async () => {
  const { scanner } = aHidScanner()
  scanner.isHeldElsewhere = true
  const { user } = await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await user.click(await button(/Connecter une douchette/))
  await screen.findByText(/un autre programme s’en sert/)
  scanner.isHeldElsewhere = false
  window.dispatchEvent(new Event('focus'))
  await screen.findByText(/Prête/)
})

test('a dialog that is closed says what to check; forgotten, it reads no more', async () => {
  const { hid, scanner } = aHidScanner()
  hid.chosen = null
  const { user } = await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await user.click(await button(/Connecter une douchette/))
  await screen.findByText(/Aucune douchette n’a été connectée/)
  hid.chosen = scanner
  await user.click(await button(/Connecter une douchette/))
  await screen.findByText(/Prête/)
  expect(screen.queryByText(/Aucune douchette/)).toBeNull()
  await user.click(await button(/^Oublier$/))
  await screen.findByText('Comme un clavier')
  await waitFor(() => expect([scanner.opened, scanner.isForgotten]).toEqual([false, true]))
})

test('without WebHID the section says so, and a scanner that types is tried there', async () => {
  await aCounter({ products: theShelf, path: '/kiosk/poste' })
  await screen.findByText(/demande Chrome ou Edge/)
  expect((await button(/Connecter une douchette/)).hasAttribute('disabled')).toBe(true)
  scan(coartemCode)
  await screen.findByText(/^Lu.*3400930145449$/)
})

test('nothing of it is opened on a terminal where none was chosen', async () => {
  const { hid, scanner } = aHidScanner()
  hid.allow(scanner)
  await aCounter({ products: theShelf })
  scan(coartemCode)
  await lineOf('Coartem')
  expect(scanner.opened).toBe(false)
})

test('in the middle of a typed scan both land, and what it searches for stays', async () => {
  const { scanner } = await aScanningCounter()
  const search = screen.getByRole<HTMLInputElement>('searchbox')
  search.focus()
  const stamp = performance.now() + 1000
  const type = (key: string, at: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: stamp + at * 8 })
    return search.dispatchEvent(event)
  }
  const keys = [...Array.from(coartemCode), 'Enter']
  keys.slice(0, 7).forEach(type)
  scanner.read(dolipraneCode)
  scanner.read('smecta')
  await new Promise((resolve) => setTimeout(resolve, 20))
  keys.slice(7).forEach((key, at) => type(key, at + 7))
  await lineOf('Coartem')
  await lineOf('Doliprane')
  await waitFor(() => expect(search.value).toBe('smecta'))
  expect(lines()).toHaveLength(2)
})

test('two scanners at once, their long codes interleaved: each is read whole', async () => {
  const { hid, scanner, user, sales } = await aScanningCounter()
  const other = new PlayedScanner('Voyager 1202g')
  hid.allow(other)
  hid.push(other)
  await user.click(screen.getByRole('link', { name: 'Poste' }))
  await screen.findByText(/Voyager 1470g, Voyager 1202g/)
  await user.click(screen.getByRole('link', { name: 'Vente' }))
  await screen.findByRole('searchbox')
  scanner.read(coartemCode)
  other.read(`010${doliprane.codes[0]}17290531${'10FAR'}`, ']d2')
  scanner.read(coartemCode)
  await waitFor(() => expect(sales()[0]?.records.map(({ quantity }) => quantity)).toEqual([2, 1]))
})

test('of two windows that the scanner speaks to, only the one touched last takes it', async () => {
  const { scanner, sales } = await aScanningCounter()
  // The other window got the focus: it holds the lock now.
  let giveBack = () => {}
  const other = navigator.locks.request('scanner', { steal: true }, () => new Promise<void>((resolve) => (giveBack = resolve)))
  await new Promise((resolve) => setTimeout(resolve, 20))
  scanner.read(coartemCode)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sales()[0]?.records).toEqual([])
  giveBack()
  await other
  window.dispatchEvent(new Event('focus'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  scanner.read(coartemCode)
  await lineOf('Coartem')
})

test('nonsense from it is said, and changes nothing', async () => {
  const { scanner, sales } = await aScanningCounter()
  scanner.read('https://x.bj/01/%ZZ%%%')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Code inconnu/)
  scanner.read(coartemCode)
  await lineOf('Coartem')
  expect(sales()[0]?.records).toHaveLength(1)
})
