import { createStore } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { expect, onTestFinished, test } from 'vitest'
import type { ParkedContent } from '#shared/contract/parked-sales.ts'
import type { ClosingRights } from '#shared/domain/preparation.ts'
import { addRecord } from '#shared/domain/sale-lines.ts'
import { sendToCashierAtom, toCollectAtom } from '#shared/store/sales/cashier-atoms.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import { newQueryClient } from '#shared/store/lists/queries.ts'
import { changeSaleAtom, createSaleAtom, openSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { localSalesAtom, projectSales } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore, SaleConflict } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { aurele, pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until, type Answer, type Asked } from '#tests/support/api-edge.ts'

const session = {
  id: aurele.sessionId,
  userId: aurele.userId,
  uid: aurele.userId,
  pharmacyId,
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions: [],
  startedAt: 1,
  isOffline: false,
}
const rights: ClosingRights = {
  maySellExpired: false,
  mayDispenseListed: false,
  mayDiscount: true,
  discountLimit: 10,
}
const line = () => ({
  id: crypto.randomUUID(),
  stockItemId: crypto.randomUUID(),
  label: 'Coartem',
  quantity: 1,
  price: 1500,
})

function aTerminal({ isCashierElsewhere }: { isCashierElsewhere: boolean }) {
  const [store, bus, sales, queryClient] = [createStore(), openBus(), openSalesStore(pharmacyId), newQueryClient()]
  store.set(queryClientAtom, queryClient)
  store.set(identityAtom, {
    terminal: {
      terminalId: '018f0000-0000-7000-8000-0000000000c1',
      terminalCode: 'K7QF',
      account: null,
      pharmacy: null,
      members: [],
      isCashierElsewhere,
    },
    session,
  })
  const projection = projectSales(store, bus, sales, () => undefined)
  onTestFinished(() => {
    projection.stop()
    bus.close()
    sales.close()
    queryClient.clear()
  })
  const typed = async () =>
    (await store.set(changeSaleAtom, await store.set(createSaleAtom), (sale) => addRecord(sale, line())))!
  const stored = async (id: string) => (await sales.snapshot(0)).sales.find((sale) => sale.id === id)
  return { store, typed, stored }
}

test('sent to the cashier of this terminal it stands ready on the disk, with what its seller may; who came first is first', async () => {
  await openApiEdge(() => 'hang up')
  const { store, typed, stored } = aTerminal({ isCashierElsewhere: false })
  const [first, second] = [await typed(), await typed()]
  await store.set(sendToCashierAtom, second, rights)
  const sentAt = Date.now()
  await until('time has passed', () => Date.now() > sentAt)
  await store.set(sendToCashierAtom, first, rights)
  expect(await stored(second.id)).toMatchObject({
    status: 'LOCAL',
    openedBy: null,
    records: second.records,
    preparation: { userId: aurele.userId, name: 'DOSSOU Aurèle', sessionId: aurele.sessionId, rights },
  })
  const waiting = () => store.get(toCollectAtom).map((row) => row.place === 'here' && row.sale.id)
  expect(waiting()).toEqual([second.id, first.id])
  await store.set(openSaleAtom, (await stored(second.id))!)
  expect(waiting()).toEqual([first.id])
})

test('typed into meanwhile it is not sent as it was: nothing is lost, and what stands is said', async () => {
  await openApiEdge(() => 'hang up')
  const { store, typed, stored } = aTerminal({ isCashierElsewhere: false })
  const before = await typed()
  await store.set(changeSaleAtom, before, (sale) => addRecord(sale, line()))
  await expect(store.set(sendToCashierAtom, before, rights)).rejects.toBeInstanceOf(SaleConflict)
  expect((await stored(before.id))!.status).toBe('ONGOING')
  expect((await stored(before.id))!.records).toHaveLength(2)
})

test('sent to another terminal it leaves this one only when the server has it', async () => {
  const asked: Asked[] = []
  const answer = (given: Asked): Answer => {
    if (given.method === 'GET') return { status: 200, body: [] }
    asked.push(given)
    const id = given.path.split('/')[2]!
    return asked.length === 1
      ? 'hang up'
      : {
          status: 200,
          body: {
            id,
            version: 1,
            identifier: 'K7QF-1',
            parkedAt: '2026-11-21T10:00:00.000Z',
            parkedBy: aurele.userId,
            parkedByName: 'DOSSOU Aurèle',
            patientName: null,
            firstLine: null,
            lines: 1,
            boxes: 1,
            total: 1500,
            toCollect: { due: 1500 },
            sentBack: null,
            takenBy: null,
          },
        }
  }
  await openApiEdge(answer)
  const { store, typed, stored } = aTerminal({ isCashierElsewhere: true })
  const sale = await typed()
  await expect(store.set(sendToCashierAtom, sale, rights)).rejects.toThrow()
  expect(await stored(sale.id)).toEqual(sale)
  await store.set(sendToCashierAtom, sale, rights)
  expect(await stored(sale.id)).toBeUndefined()
  expect(store.get(localSalesAtom)).toEqual([])
  expect((JSON.parse(asked[1]!.body) as { content: ParkedContent }).content).toMatchObject({
    records: sale.records,
    preparation: { userId: aurele.userId, rights },
  })
})
