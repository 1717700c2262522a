import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startPrinting } from '#kiosk/printing/print-worker.ts'
import { printerWorld } from '#kiosk/printing/printer-world.ts'
import {
  kickDrawerAtom,
  printAgainAtom,
  printerStateAtom,
  printPaperAtom,
  stuckPrintsAtom,
} from '#kiosk/counter/print/printer-state.ts'
import { configureClient } from '#shared/client/call.ts'
import type { Pharmacy } from '#shared/contract/users.ts'
import type { PaperLine } from '#shared/domain/receipt-paper.ts'
import { projectSales } from '#shared/store/sales/sale-atoms.ts'
import { printQueueAtom } from '#shared/store/sales/print-atoms.ts'
import type { ChosenPrinter } from '#shared/store/sales/printer-choice.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { until } from '#tests/support/api-edge.ts'
import { aWindow } from '#tests/support/a-terminal.ts'
import { WebLocks } from '#tests/support/web-locks.ts'
import { aSerialPrinter, aUsbPrinter, PlayedUsbPrinter } from './support/played-devices.ts'

const text = (words: string): PaperLine => ({ kind: 'text', text: words, align: 'left', weight: 'normal' })
/** Longer than one piece, so that it can be cut off in the middle. */
const aTicket = (title: string, opensDrawer = false) => ({
  kind: 'receipt' as const,
  title,
  opensDrawer,
  paper: [
    text(title),
    ...Array.from({ length: 20 }, (_, n) => text(`Amoxicilline gélules à avaler ${n}`)),
    text(`Fin de ${title}`),
  ],
})
const usbPrinter: ChosenPrinter = {
  way: 'usb',
  name: 'EPSON TM-T20III',
  device: { vendorId: 0x04b8, productId: 0x0202, serialNumber: 'X3XG-0042' },
}
const serialPrinter: ChosenPrinter = {
  way: 'serial',
  name: 'Imprimante série',
  baudRate: 38_400,
  device: { vendorId: 0x067b, productId: 0x2303 },
}
const networkPrinter: ChosenPrinter = {
  way: 'network',
  name: 'Comptoir 1',
  printerId: '018f0000-0000-7000-8000-0000000000e1',
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
  for (const plug of ['usb', 'serial']) Object.defineProperty(navigator, plug, { configurable: true, value: undefined })
})

/** A window of the terminal that prints; `isWorking: false` leaves the printing to others. */
async function aPrintingWindow(printer: ChosenPrinter, { isWorking = true } = {}) {
  const { store, bus, identity } = await aWindow()
  await identity.patchTerminal({ printing: { printer, columns: 48, isAutomatic: false } })
  const sales = openSalesStore(pharmacyId)
  const projection = projectSales(store, bus, sales, () => undefined)
  const worker = isWorking
    ? startPrinting(
        store,
        printerWorld(() => Promise.resolve('terminal')),
      )
    : null
  const close = () => {
    worker?.stop()
    projection.stop()
    sales.close()
  }
  onTestFinished(close)
  const queue = () => store.get(printQueueAtom)
  return {
    store,
    identity,
    worker,
    close,
    queue,
    print: (title: string, opensDrawer = false) => store.set(printPaperAtom, aTicket(title, opensDrawer)),
    isDone: () => until('the queue is empty', () => queue().length === 0),
  }
}
const failure = (window: { queue: () => readonly { lastFailure: string | null }[] }) =>
  window.queue().map(({ lastFailure }) => lastFailure)

describe('USB', () => {
  test('a ticket comes out once, with its accents, one cut, and the drawer before it', async () => {
    const { printer } = aUsbPrinter()
    const window = await aPrintingWindow(usbPrinter)
    await window.print('Ticket K7QF-12', true)
    await window.isDone()
    expect(Array.from(printer.taken.slice(0, 2))).toEqual([0x1b, 0x40])
    expect(printer.taken.join()).toContain([0x1b, 0x74, 16].join())
    expect(printer.paper).toContain('Amoxicilline gélules à avaler 19')
    expect(printer.paper.split('Fin de Ticket K7QF-12')).toHaveLength(2)
    expect([printer.cuts, printer.pulses]).toEqual([1, 1])
    await until('it is ready again', () => window.store.get(printerStateAtom).kind === 'ready')
  })

  test('tickets come out in the order in which they were asked for', async () => {
    const { printer } = aUsbPrinter()
    const window = await aPrintingWindow(usbPrinter)
    for (const n of [1, 2, 3]) {
      await window.print(`n° ${n} .`)
      await new Promise((later) => setTimeout(later, 2))
    }
    await window.isDone()
    expect(printer.paper.match(/Fin de n° \d/g)).toEqual(['Fin de n° 1', 'Fin de n° 2', 'Fin de n° 3'])
  })

  test('without its printer a ticket waits with the reason, and comes out once when the printer is back', async () => {
    const { usb, printer } = aUsbPrinter()
    usb.pull(printer)
    const window = await aPrintingWindow(usbPrinter)
    await window.print('Ticket K7QF-12')
    await until('it says why', () => failure(window)[0] === 'absent')
    expect(window.store.get(stuckPrintsAtom)).toHaveLength(1)
    expect(window.store.get(printerStateAtom)).toEqual({ kind: 'fault', reason: 'absent' })
    usb.push(printer)
    await window.isDone()
    expect(printer.cuts).toBe(1)
  })

  test('pulled out in the middle nothing is lost, and the whole ticket comes out once after', async () => {
    const { usb, printer } = aUsbPrinter()
    printer.pulledAfter = 1
    const window = await aPrintingWindow(usbPrinter)
    await window.print('Ticket K7QF-12')
    await until('it waits', () => failure(window)[0] === 'absent')
    expect([printer.cuts, printer.paper.includes('Fin de')]).toEqual([0, false])
    // Plugged in again it is another device of the browser.
    const again = new PlayedUsbPrinter(usb, printer.serialNumber)
    usb.allow(again)
    usb.push(again)
    await window.isDone()
    expect([again.cuts, again.paper.split('Fin de Ticket K7QF-12').length - 1]).toEqual([1, 1])
  })

  test('cut off with its last piece, a ticket is in doubt: the next one goes on, and it comes out again only when asked', async () => {
    const { usb, printer } = aUsbPrinter()
    const window = await aPrintingWindow(usbPrinter)
    await window.print('un.')
    await window.isDone()
    // As many pieces as before, less the last.
    printer.pulledAfter = printer.pieces * 2 - 1
    await window.print('deux.')
    await until('it is in doubt', () => failure(window)[0] === 'in-doubt')
    const again = new PlayedUsbPrinter(usb, printer.serialNumber)
    usb.allow(again)
    usb.push(again)
    await window.print('trois.')
    await until('the next came out', () => again.cuts === 1 && window.queue().length === 1)
    expect(again.paper).not.toContain('deux.')
    await window.store.set(printAgainAtom, window.queue()[0]!)
    await window.isDone()
    expect([again.cuts, again.paper.split('Fin de deux.').length - 1]).toEqual([2, 1])
  })

  test('without paper nothing is sent; with paper it comes out at the next touch', async () => {
    const { printer } = aUsbPrinter()
    printer.hasPaper = false
    const window = await aPrintingWindow(usbPrinter)
    await window.print('Ticket K7QF-12')
    await until('it says why', () => failure(window)[0] === 'no-paper')
    expect(printer.taken).toEqual([])
    printer.hasPaper = true
    window.worker!.retry()
    await window.isDone()
    expect(printer.cuts).toBe(1)
  })

  test('a printer that never says how it is prints all the same', async () => {
    const { printer } = aUsbPrinter()
    printer.isMute = true
    const window = await aPrintingWindow(usbPrinter)
    await window.print('Ticket K7QF-12')
    await window.isDone()
    expect(printer.cuts).toBe(1)
  })

  test('what a window had in hand when it died is in doubt, never printed again by itself', async () => {
    const { printer } = aUsbPrinter()
    const dead = await aPrintingWindow(usbPrinter, { isWorking: false })
    await dead.print('Ticket K7QF-12')
    await openSalesStore(pharmacyId).printFailed(dead.queue()[0]!.id, 'sending')
    dead.close()
    const window = await aPrintingWindow(usbPrinter)
    await until('it is in doubt', () => failure(window)[0] === 'in-doubt')
    expect(printer.taken).toEqual([])
  })

  test('of two windows one prints, and the other when that one closes', async () => {
    const { printer } = aUsbPrinter()
    const [first, second] = [await aPrintingWindow(usbPrinter), await aPrintingWindow(usbPrinter)]
    await second.print('un.')
    await until(
      'the first printed it',
      () => printer.cuts === 1 && first.queue().length === 0 && first.store.get(printerStateAtom).kind === 'ready',
    )
    expect(second.store.get(printerStateAtom).kind).toBe('elsewhere')
    first.close()
    await until('the second has the printer', () => second.store.get(printerStateAtom).kind === 'ready')
    await second.print('deux.')
    await second.isDone()
    expect([printer.cuts, printer.paper.split('Fin de un.').length]).toEqual([2, 2])
  })
})

describe('the drawer', () => {
  test('opens alone, without paper', async () => {
    const { printer } = aUsbPrinter()
    const window = await aPrintingWindow(usbPrinter)
    await window.store.set(kickDrawerAtom)
    await window.isDone()
    expect([printer.pulses, printer.cuts]).toEqual([1, 0])
  })

  test('never opens once the customer has left: half a minute later the ticket comes out without it', async () => {
    const { usb, printer } = aUsbPrinter()
    usb.pull(printer)
    const window = await aPrintingWindow(usbPrinter)
    await window.store.set(kickDrawerAtom)
    await window.print('Ticket K7QF-12', true)
    await until('both wait', () => failure(window).join() === 'absent,absent')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    onTestFinished(() => void vi.useRealTimers())
    usb.push(printer)
    await until('the ticket came out', () => printer.cuts === 1)
    await until('nothing waits', () => window.queue().length === 0)
    expect(printer.pulses).toBe(0)
  })
})

test('an exercise says so on every piece of paper, leaves the drawer shut and the printers of the network alone', async () => {
  const { printer } = aUsbPrinter()
  const window = await aPrintingWindow(usbPrinter)
  await window.identity.patchTerminal({
    pharmacy: { copy: { kind: 'exercise', holdsUntil: '2026-11-29T18:00:00Z' } } as Pharmacy,
  })
  await window.store.set(kickDrawerAtom)
  await window.print('Ticket K7QF-12', true)
  await window.isDone()
  expect([printer.cuts, printer.pulses]).toEqual([1, 0])
  expect(printer.paper.indexOf('EXERCICE')).toBeLessThan(printer.paper.indexOf('Ticket K7QF-12'))
  expect(printer.paper).toContain('EXERCICE')
  await window.identity.patchTerminal({ printing: { printer: networkPrinter, columns: 48, isAutomatic: false } })
  await until('it prints on pages', () => window.store.get(printerStateAtom).kind === 'pages')
})

describe('a serial port', () => {
  test('opens at its speed and prints the same bytes; it is closed when another way is chosen', async () => {
    const printer = aSerialPrinter()
    const window = await aPrintingWindow(serialPrinter)
    await window.print('Ticket K7QF-12')
    await window.isDone()
    expect([printer.baudRate, printer.cuts]).toEqual([38_400, 1])
    expect(printer.paper).toContain('gélules à avaler 7')
    await window.identity.patchTerminal({ printing: { printer: { way: 'browser' }, columns: 48, isAutomatic: false } })
    await until('the port is free', () => printer.writable === null)
  })
})

describe('the network', () => {
  test('no answer is asked again under the same id: the printer has it once', async () => {
    const asked: { id: string; printerId: string; data: string }[] = []
    vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
      asked.push((await new Request(input, init).json()) as (typeof asked)[number])
      if (asked.length === 1) throw new TypeError('fetch failed')
      if (asked.length === 2) return Response.json({ message: 'printers:unreachable' }, { status: 503 })
      return Response.json({ id: asked[0]!.id })
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    configureClient({ base: 'http://edge', token: () => Promise.resolve('terminal') })
    const window = await aPrintingWindow(networkPrinter)
    await window.print('Ticket K7QF-12')
    await until('it waits', () => failure(window)[0] === 'absent')
    window.worker!.retry()
    // A slow machine may have come to the third by itself.
    await until('it was asked twice', () => asked.length >= 2)
    window.worker!.retry()
    await window.isDone()
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
    expect(asked[2]!.printerId).toBe(networkPrinter.printerId)
    expect(
      new TextDecoder('windows-1252').decode(Uint8Array.from(atob(asked[2]!.data), (sign) => sign.charCodeAt(0))),
    ).toContain('gélules à avaler')
  })
})

test('a terminal where nobody chose a printer keeps nothing in the queue: the browser prints, and opens no drawer', async () => {
  const { printer } = aUsbPrinter()
  const window = await aPrintingWindow({ way: 'browser' })
  await window.print('Ticket K7QF-12', true)
  await window.store.set(kickDrawerAtom)
  expect([window.queue().length, printer.taken.length]).toEqual([0, 0])
})
