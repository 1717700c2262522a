import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { editSaleAtom, settledEditsAtom } from '#kiosk/counter/sale/edit-sale.ts'
import { setPosology, setQuantity } from '#shared/domain/sale-lines.ts'
import { acknowledged } from '#shared/store/outbox/outbox-store.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { openSalesDatabase } from '#shared/store/sales/sales-database.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { aCounter, button, lines, scan } from './support/a-counter.tsx'
import { theShelf } from './support/the-shelf.ts'

async function aScannedBox() {
  const counter = await aCounter({ products: theShelf })
  scan('3400935955838')
  await waitFor(() => expect(lines()).toHaveLength(1))
  await waitFor(() => expect(counter.sales()[0]?.records).toHaveLength(1))
  return { ...counter, sale: () => counter.sales()[0]! }
}

test('a gesture that changes nothing is not written', async () => {
  const { store, sale } = await aScannedBox()
  const { id, editCount, records } = sale()
  await store.set(editSaleAtom, id, (stored) => setQuantity(stored, records[0]!.id, records[0]!.quantity))
  expect(sale().editCount).toBe(editCount)
  await store.set(editSaleAtom, id, (stored) => setQuantity(stored, records[0]!.id, 2))
  expect(sale()).toMatchObject({ editCount: editCount + 1, records: [{ quantity: 2 }] })
})

test('the screen lags behind the disk: what stands there is ended', async () => {
  const { user, sale, sent } = await aScannedBox()
  await user.click(
    within(screen.getByRole('group', { name: 'Billets donnés par le client' })).getAllByRole('button')[0]!,
  )
  const finish = await button(/^Terminer$/)
  // Another handle writes, and the hint that says so is lost.
  const disk = openSalesStore(pharmacyId)
  const { sales } = await disk.snapshot(0)
  await disk.change(sales[0]!.id, sales[0]!.editCount, (stored) =>
    setPosology(stored, sale().records[0]!.id, '1 le soir'),
  )
  await user.click(finish)
  await screen.findByRole('region', { name: /terminée$/ })
  await waitFor(() => expect(sent).toMatchObject([{ records: [{ posology: '1 le soir' }] }]))
})

test('another window has sent it before this one heard that it is ended: the counter goes on to the next sale', async () => {
  const { user, sale } = await aScannedBox()
  const { id } = sale()
  await user.click(
    within(screen.getByRole('group', { name: 'Billets donnés par le client' })).getAllByRole('button')[0]!,
  )
  const finish = await button(/^Terminer$/)
  const elsewhere = openSalesStore(pharmacyId)
  await elsewhere.outbox()
  const put = IDBObjectStore.prototype.put
  onTestFinished(() => void (IDBObjectStore.prototype.put = put))
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given: Parameters<typeof put>) {
    if (this.name === 'outbox') {
      IDBObjectStore.prototype.put = put
      // Behind the writing of the end, before anybody reads what it wrote.
      const row = given[0] as OutboxRow
      void elsewhere.settle([
        acknowledged(
          row,
          async (tx) => {
            await tx.objectStore('sales').delete(id)
            return true
          },
          Date.now(),
        ),
      ])
    }
    return put.apply(this, given)
  }
  await user.click(finish)
  await screen.findByRole('region', { name: /terminée$/ })
  expect(sale().id).not.toBe(id)
})

async function aPaidBox() {
  const counter = await aScannedBox()
  await counter.user.click(
    within(screen.getByRole('group', { name: 'Billets donnés par le client' })).getAllByRole('button')[0]!,
  )
  const finish = await button(/^Terminer$/)
  await counter.store.set(settledEditsAtom)
  return { ...counter, finish }
}

test('nothing is drawn between the touch and the moment when the disk is asked', async () => {
  const { finish } = await aPaidBox()
  const observer = new MutationObserver(() => undefined)
  const begin = IDBDatabase.prototype.transaction
  onTestFinished(() => {
    observer.disconnect()
    IDBDatabase.prototype.transaction = begin
  })
  const drawn: number[] = []
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given: Parameters<typeof begin>) {
    drawn.push(observer.takeRecords().length)
    return begin.apply(this, given)
  }
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  finish.click()
  await screen.findByRole('region', { name: /terminée$/ })
  expect(drawn[0]).toBe(0)
})

test('the touch that ends a sale does not take the focus out of the search field', async () => {
  const { user, finish } = await aPaidBox()
  const search = screen.getByRole('searchbox')
  search.focus()
  let left = 0
  search.addEventListener('blur', () => left++)
  await user.click(finish)
  await screen.findByRole('region', { name: /terminée$/ })
  expect(left).toBe(0)
})

test('a box that is scanned in the moment of the touch belongs to the next sale', async () => {
  const { finish, sale, sent } = await aPaidBox()
  const { id } = sale()
  finish.click()
  scan('3400935955838')
  await waitFor(() => expect(sent).toMatchObject([{ id, records: [{ quantity: 1 }] }]))
  await waitFor(() => expect(sale()).toMatchObject({ status: 'ONGOING', records: [{ quantity: 1 }] }))
  expect(sale().id).not.toBe(id)
})

test('a disk that takes its time is waited for on the button', async () => {
  const { finish, sale } = await aPaidBox()
  const { id } = sale()
  let isHeld = true
  let hasBegun = false
  const holding = openSalesDatabase(pharmacyId).write(async (tx) => {
    while (isHeld) {
      // Each time a question to the disk: a row that was met is not asked for again.
      await tx.objectStore('meta').count()
      hasBegun = true
    }
  })
  await waitFor(() => expect(hasBegun).toBe(true))
  finish.click()
  await waitFor(() => expect((finish as HTMLButtonElement).disabled).toBe(true))
  isHeld = false
  await holding
  await screen.findByRole('region', { name: /terminée$/ })
  expect(sale().id).not.toBe(id)
})
