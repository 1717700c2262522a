import { createStore } from 'jotai'
import { expect, onTestFinished, test } from 'vitest'
import {
  dropPrintAtom,
  enqueuePrintAtom,
  printedAtom,
  printFailedAtom,
  printQueueAtom,
} from '#shared/store/sales/print-atoms.ts'
import { projectSales } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { until } from '#tests/support/api-edge.ts'

function aWindow() {
  const [store, bus, sales] = [createStore(), openBus(), openSalesStore(pharmacyId)]
  const projection = projectSales(store, bus, sales, () => undefined)
  onTestFinished(() => {
    projection.stop()
    bus.close()
    sales.close()
  })
  return store
}
const aTicket = (n: number) => ({
  kind: 'receipt' as const,
  title: `Ticket K7QF-${n}`,
  paper: [{ kind: 'text' as const, text: `n° ${n}`, align: 'left' as const, weight: 'normal' as const }],
  opensDrawer: false,
})
const titles = (store: ReturnType<typeof aWindow>) => store.get(printQueueAtom).map(({ title }) => title)

test('paper waits in order on the disk, and is seen by the other windows', async () => {
  const [kiosk, other] = [aWindow(), aWindow()]
  for (const n of [1, 2, 3]) {
    await kiosk.set(enqueuePrintAtom, aTicket(n))
    await new Promise((later) => setTimeout(later, 2))
  }
  await until('the other window shows them', () => titles(other).length === 3)
  expect(titles(other)).toEqual(['Ticket K7QF-1', 'Ticket K7QF-2', 'Ticket K7QF-3'])
  // Another process: nothing but the disk.
  const [first] = await openSalesStore(pharmacyId).prints()
  expect(first).toMatchObject({ kind: 'receipt', attempts: 0, lastFailure: null })
  expect(first!.paper).toEqual(aTicket(1).paper)
})

test('what did not come out stays with its reason, what did goes', async () => {
  const store = aWindow()
  const [one, two] = [await store.set(enqueuePrintAtom, aTicket(1)), await store.set(enqueuePrintAtom, aTicket(2))]
  await store.set(printFailedAtom, one.id, 'Imprimante débranchée')
  await store.set(printFailedAtom, one.id, 'Plus de papier')
  await store.set(printedAtom, two.id)
  expect(store.get(printQueueAtom)).toMatchObject([{ id: one.id, attempts: 2, lastFailure: 'Plus de papier' }])
  await store.set(printedAtom, two.id)
  expect(titles(store)).toEqual(['Ticket K7QF-1'])
})

test('a job that somebody dropped while it failed does not come back', async () => {
  const store = aWindow()
  const { id } = await store.set(enqueuePrintAtom, aTicket(1))
  await store.set(dropPrintAtom, id)
  await store.set(printFailedAtom, id, 'Imprimante débranchée')
  expect(store.get(printQueueAtom)).toEqual([])
})
