import 'fake-indexeddb/auto'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { Provider } from 'jotai'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DiskFaces } from '#shared/session/disk-faces.tsx'
import { followFormerPharmacies } from '#shared/session/former-pharmacies.ts'
import { keepDisk } from '#shared/session/keep-disk.ts'
import { diskAtom } from '#shared/store/disk/disk-atoms.ts'
import { tellDisk } from '#shared/store/disk/disk-reports.ts'
import { formerSalesAtom } from '#shared/store/sales/former-sales.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { anEndedSale, pharmacyId as former } from '#tests/support/a-local-sale.ts'
import { aWindow, till } from '#tests/support/a-terminal.ts'
import { WebLocks } from '#tests/support/web-locks.ts'

const current = '018f0000-0000-7000-8000-0000000000ff'
const account = { ...till, pharmacyId: current }

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  Object.defineProperty(navigator, 'locks', { configurable: true, value: new WebLocks() })
})

/** A window of a terminal that sold for one pharmacy and now sells for another: each has its sales database here. */
async function aMovedTerminal() {
  const { store, bus, identity } = await aWindow({ account })
  for (const pharmacy of [former, current]) {
    const sales = openSalesStore(pharmacy)
    await anEndedSale(sales)
    sales.close()
  }
  onTestFinished(keepDisk(store))
  const show = () =>
    render(
      <Provider store={store}>
        <AppProvider>
          <DiskFaces reload={() => undefined}>
            <p>Comptoir</p>
          </DiskFaces>
        </AppProvider>
      </Provider>,
    )
  const start = () => onTestFinished(followFormerPharmacies(store, bus))
  return { store, bus, identity, show, start }
}

/** From now on the files of this database are damaged, as Chromium says it. Answers how to mend them. */
function damage(name: string): () => void {
  const open = indexedDB.open.bind(indexedDB)
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation((asked, version) => {
    if (asked !== name) return open(asked, version)
    // A version that is too low is refused; what is said of it is the damage.
    return Object.defineProperty(open(asked, 1), 'error', {
      get: () => new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError'),
      set() {},
    })
  })
  onTestFinished(() => opening.mockRestore())
  return () => opening.mockRestore()
}

/** As where the browser has a place for it. */
const copyStands = (pharmacy: string) => tellDisk({ kind: 'copy', name: pharmacy, copy: 'kept' })
const stopped = () => screen.queryByRole('heading', { name: 'Les données de ce poste ne se lisent plus' })
const rebuilding = () => screen.queryByRole('button', { name: 'Reprendre la copie de secours' })

test('a former pharmacy’s database that is damaged stops nobody: it is named in the queue, and read again when it can be', async () => {
  const { store, bus, show, start } = await aMovedTerminal()
  const mend = damage(`officine-sales-${former}`)
  start()
  await waitFor(() =>
    expect(store.get(formerSalesAtom)).toMatchObject([{ pharmacyId: former, isUnreadable: true, waiting: 0 }]),
  )
  show()
  expect([stopped(), store.get(diskAtom).trouble]).toEqual([null, null])
  expect(screen.getByText('Comptoir')).toBeTruthy()
  mend()
  const other = await aWindow({ account })
  await waitFor(() => {
    other.bus.post({ kind: 'changed', store: 'sales', rev: 0 })
    expect(store.get(formerSalesAtom)).toMatchObject([{ pharmacyId: former, waiting: 1 }])
  })
  bus.close()
})

test('its own sales database that is damaged stops the counter, and its copy is offered', async () => {
  const { show } = await aMovedTerminal()
  damage(`officine-sales-${current}`)
  const sales = openSalesStore(current)
  onTestFinished(() => sales.close())
  await expect(sales.outbox()).rejects.toThrow(/backing store/)
  copyStands(current)
  show()
  expect([stopped(), rebuilding()]).not.toContain(null)
})

test('no healthy sales are offered to be thrown away: not for what only says who this terminal is', async () => {
  const { show } = await aMovedTerminal()
  copyStands(current)
  tellDisk({ kind: 'trouble', name: 'officine-identity', trouble: 'unreadable' })
  show()
  expect(stopped()).not.toBeNull()
  expect(rebuilding()).toBeNull()
})

test('back at the pharmacy whose database is damaged: now it stops', async () => {
  const { store, identity, show, start } = await aMovedTerminal()
  damage(`officine-sales-${former}`)
  start()
  await waitFor(() => expect(store.get(formerSalesAtom)).toHaveLength(1))
  show()
  await act(() => identity.patchTerminal({ account: { ...account, pharmacyId: former } }))
  act(() => copyStands(former))
  expect([stopped(), rebuilding()]).not.toContain(null)
})

test('a page that is too old for what any pharmacy left is too old', async () => {
  const { show } = await aMovedTerminal()
  tellDisk({ kind: 'trouble', name: `officine-sales-${former}`, trouble: 'newer-version' })
  show()
  // A writing that was under way when the newer window came.
  act(() => tellDisk({ kind: 'well', name: `officine-sales-${former}`, isWritten: true }))
  await userEvent.setup().click(screen.getByRole('button', { name: 'Recharger la fenêtre' }))
  expect(screen.queryByText('Comptoir')).toBeNull()
})
