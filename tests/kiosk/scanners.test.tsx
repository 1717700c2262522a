import { screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newSeenCodes } from '#shared/camera/seen-codes.ts'
import { isCameraOpenAtom } from '#kiosk/counter/scan/camera-open.ts'
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
  await user.click(await button(/^Retirer$/))
  await screen.findByText('Fonctionne comme un clavier')
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
  const other = navigator.locks.request(
    'scanner',
    { steal: true },
    () => new Promise<void>((resolve) => (giveBack = resolve)),
  )
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

// ── the camera ──
class PlayedTrack {
  isStopped = false
  onended: (() => void) | null = null
  stop = () => void (this.isStopped = true)
}

/** The browser's edge: a camera, and a reader that finds in its picture what the test holds before it. */
function aCamera({ refusal }: { refusal?: string } = {}) {
  const camera = { tracks: [] as PlayedTrack[], inSight: [] as string[], isTroubled: false, looks: 0 }
  const getUserMedia = () => {
    if (refusal) return Promise.reject(new DOMException('no', refusal))
    const track = new PlayedTrack()
    camera.tracks.push(track)
    return Promise.resolve({ getTracks: () => [track] })
  }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  // What the element does with a stream is the browser's business.
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, set() {}, get: () => null })
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () => Promise.resolve(['ean_13', 'ean_8', 'code_128', 'data_matrix', 'qr_code'])
      detect = () => (
        camera.looks++,
        camera.isTroubled
          ? Promise.reject(new DOMException('no frame', 'InvalidStateError'))
          : Promise.resolve(camera.inSight.map((rawValue) => ({ rawValue })))
      )
    },
  )
  return camera
}

/** What the camera sees now it has looked at, more than once. */
async function looked(camera: ReturnType<typeof aCamera>) {
  const before = camera.looks
  await waitFor(() => expect(camera.looks).toBeGreaterThan(before + 2))
}

/** A slow machine is no box that was away for long: the time between two pictures passes when the test says so. */
function aStandingClock() {
  let now = performance.now()
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => spy.mockRestore())
  return { pass: (ms: number) => void (now += ms) }
}

async function aCounterWithCamera(given: Parameters<typeof aCamera>[0] = {}) {
  const camera = aCamera(given)
  const counter = await aCounter({ products: theShelf })
  await counter.user.click(await button(/Scanner avec la caméra/))
  return { ...counter, camera, panel: await screen.findByRole('region', { name: 'Caméra' }) }
}

test('the camera reads a box once while it stays in sight, then the next one, and a DataMatrix with its separators', async () => {
  const { camera, sales } = await aCounterWithCamera()
  const clock = aStandingClock()
  camera.inSight = [coartemCode]
  await lineOf('Coartem')
  camera.isTroubled = true
  clock.pass(700)
  await looked(camera)
  camera.isTroubled = false
  clock.pass(700)
  await looked(camera)
  camera.inSight = [coartemCode, `010${dolipraneCode}17290531${'10FAR'}\u001D${'21S1'}`]
  await lineOf('Lot FAR')
  expect(sales()[0]?.records.map(({ quantity }) => quantity)).toEqual([1, 1])
  camera.inSight = []
  await looked(camera)
  clock.pass(1_700)
  camera.inSight = [coartemCode]
  await waitFor(() => expect(sales()[0]?.records.map(({ quantity }) => quantity)).toEqual([2, 1]))
})

test('closed by a touch or by Échap its light goes out; opened again over the same box it takes nothing', async () => {
  const { camera, user, sales, panel } = await aCounterWithCamera()
  aStandingClock()
  camera.inSight = [coartemCode]
  await lineOf('Coartem')
  await user.click(within(panel).getByRole('button', { name: 'Fermer la caméra' }))
  expect(screen.queryByRole('region', { name: 'Caméra' })).toBeNull()
  expect(camera.tracks.map(({ isStopped }) => isStopped)).toEqual([true])
  await user.click(await button(/Scanner avec la caméra/))
  await waitFor(() => expect(camera.tracks).toHaveLength(2))
  await looked(camera)
  await user.click(screen.getByRole('searchbox'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(camera.tracks.every(({ isStopped }) => isStopped)).toBe(true))
  expect(sales()[0]?.records[0]?.quantity).toBe(1)
})

test.each([
  ['NotAllowedError', /a été refusé.*Autorisez-la/],
  ['NotFoundError', /Aucune caméra/],
  ['NotReadableError', /Un autre programme utilise la caméra/],
])('a camera that is not to be had (%s) is said with what to do, and nothing else changes', async (refusal, said) => {
  const { panel, sales } = await aCounterWithCamera({ refusal })
  await within(panel).findByText(said)
  expect(within(panel).getByRole('button', { name: 'Réessayer' })).toBeTruthy()
  scan(coartemCode)
  await lineOf('Coartem')
  expect(sales()[0]?.records).toHaveLength(1)
})

test('pulled out in the middle it is said; plugged in again, one touch and it reads', async () => {
  const { camera, user, panel } = await aCounterWithCamera()
  await within(panel).findByText(/Présentez le code/)
  camera.tracks[0]!.onended!()
  await within(panel).findByText(/Aucune caméra/)
  await user.click(within(panel).getByRole('button', { name: 'Réessayer' }))
  camera.inSight = [coartemCode]
  await lineOf('Coartem')
})

test('the lock puts the camera out, and the next seller does not find it open', async () => {
  const { camera, user, store } = await aCounterWithCamera()
  await waitFor(() => expect(camera.tracks).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Verrouiller' }))
  await screen.findByRole('heading', { name: /Qui êtes-vous/ })
  await waitFor(() => expect(camera.tracks[0]!.isStopped).toBe(true))
  expect(store.get(isCameraOpenAtom)).toBe(false)
})

test('law: whatever stands before the camera, a code is taken again only after it was out of sight for 1.5 s', () => {
  const anyPicture = fc.record({ codes: fc.subarray(['a', 'b', 'c']), afterMs: fc.integer({ min: 1, max: 2_500 }) })
  fc.assert(
    fc.property(fc.array(anyPicture, { maxLength: 40 }), (pictures) => {
      const seen = newSeenCodes()
      const lastSeen = new Map<string, { at: number; missed: number }>()
      let at = 0
      for (const { codes, afterMs } of pictures) {
        at += afterMs
        const isNew = codes.filter((code) => {
          const before = lastSeen.get(code)
          return !before || (at - before.at > 1_500 && before.missed >= 3)
        })
        expect(seen.take(codes, at)).toEqual(isNew)
        for (const before of lastSeen.values()) before.missed++
        for (const code of codes) lastSeen.set(code, { at, missed: 0 })
      }
    }),
  )
})
