import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { addRecord, setQuantity } from '#shared/domain/sale-lines.ts'
import { resumeSale } from '#shared/domain/local-sale.ts'
import { openBus } from '#shared/windows/bus.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { projectSales, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { emptySnapshot } from '#shared/store/sales/sales-snapshot.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { withWritten } from '#shared/store/sales/snapshot-changes.ts'
import { accepted, anEndedSale, aPaidSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { acceptedPatient, maker, typedPatient } from '#tests/support/a-patient.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'
import { runs } from '#tests/support/extent.ts'

const count = { denominations: [{ form: 'note' as const, value: 10_000, count: 2 }], others: [] }

/** What somebody does at a window, or what happens to it; each is a writing or several. */
const deeds = [
  'sell',
  'type',
  'put away',
  'end',
  'take up again',
  'send',
  'open the register',
  'pay out',
  'type a count',
  'put a count down',
  'close the register',
  'print',
  'printed',
  'paper stuck',
  'show',
  'show nothing',
  'miss a sale',
  'make a patient',
  'send again',
  'forget old ones',
] as const
type Deed = (typeof deeds)[number]

function aWindow(pharmacy: string) {
  const [store, bus, sales] = [createStore(), openBus(), openSalesStore(pharmacy)]
  const { shared, stop } = projectSales(store, bus, sales, () => undefined)
  const outbox = startOutbox(sales, () => [() => Promise.resolve('member')], shared.written)
  const run: Record<Deed, () => Promise<unknown>> = {
    sell: () => aPaidSale(sales),
    type: async () => {
      const open = (await sales.snapshot(0)).sales.findLast(({ status }) => status === 'ONGOING')
      if (open)
        await sales.change(open.id, open.editCount, (sale) =>
          setQuantity(
            addRecord(sale, {
              id: crypto.randomUUID(),
              stockItemId: crypto.randomUUID(),
              label: 'Coartem',
              quantity: 1,
              price: 1500,
            }),
            open.records[0]!.id,
            3,
          ),
        )
    },
    'put away': async () => {
      const open = (await sales.snapshot(0)).sales.find(({ status }) => status === 'ONGOING')
      if (open) await sales.change(open.id, open.editCount, () => null)
    },
    end: () => anEndedSale(sales),
    'take up again': async () => {
      const refused = (await sales.snapshot(0)).sales.find(({ status }) => status === 'ERROR')
      if (refused)
        await sales.change(refused.id, refused.editCount, (sale) => resumeSale(sale, aurele.userId, aurele.sessionId))
    },
    send: () => outbox.drainAll(),
    'open the register': () => sales.openTill(20_000, maker),
    'pay out': () =>
      sales.disburse(
        { reasonId: aurele.userId, reason: 'Transport', amount: 3000, beneficiary: null, note: null },
        maker,
      ),
    'type a count': () => sales.keepDraft(aurele.userId, { 'note/10000': '2' }),
    'put a count down': async () =>
      sales.putDownCount({ registerId: await sales.registerOf(aurele.userId).then(({ id }) => id), count }, maker),
    'close the register': async () =>
      sales.closeTill(
        {
          registerId: await sales.registerOf(aurele.userId).then(({ id }) => id),
          count,
          comment: null,
          passedOver: [],
        },
        maker,
      ),
    print: () => sales.enqueuePrint({ kind: 'receipt', title: 'Ticket', paper: [], opensDrawer: false }),
    printed: async () => sales.forgetPrint((await sales.prints())[0]?.id ?? ''),
    'paper stuck': async () => sales.printFailed((await sales.prints()).at(-1)?.id ?? '', 'Plus de papier'),
    show: () => sales.showOnDisplay({ saleId: crypto.randomUUID(), at: Date.now() }),
    'show nothing': () => sales.showOnDisplay(null),
    'miss a sale': () =>
      sales.noteMissedSale(
        { pharmacyProductId: null, label: 'Gants', quantity: 1, price: 500, reason: 'absent' },
        maker,
      ),
    'make a patient': () => sales.createPatient(typedPatient(), maker),
    'send again': async () => sales.requeue(await sales.acknowledgedIds()),
    'forget old ones': () => sales.forgetAcknowledgedBefore(Date.now() + 1),
  }
  return {
    /** Does it as the screens do: what was written is shown; what was refused is read. */
    async do(deed: Deed): Promise<void> {
      await run[deed]().then(shared.written, shared.reread)
    },
    shown: () => store.get(snapshotAtom),
    onDisk: () => sales.snapshot(0),
    close() {
      outbox.stop()
      stop()
      bus.close()
      sales.close()
    },
  }
}

async function openShop(): Promise<void> {
  let asked = 0
  await openApiEdge(({ path, body }) => {
    asked++
    if (asked % 5 === 0) return { status: 422, body: { message: 'sales:totalMismatch' } }
    if (asked % 7 === 0) return 'hang up'
    if (path === '/sales') return accepted(body, asked)
    return path === '/persons/createPatientByQuickWay' ? acceptedPatient(body) : { status: 503, body: {} }
  })
}

/** Each run has a database of its own. */
let pharmacies = 0
const aPharmacy = () => `${pharmacyId.slice(0, -6)}${String(++pharmacies).padStart(6, '0')}`

test('whatever one window writes, it shows what the disk would say, without having read it', async () => {
  await openShop()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...deeds), { minLength: 1, maxLength: 30 }), async (done) => {
      const window = aWindow(aPharmacy())
      try {
        for (const deed of done) {
          await window.do(deed)
          // The outbox may write between the two readings.
          await until(deed, async () => isDeepStrictEqual(window.shown(), await window.onDisk()))
        }
      } finally {
        window.close()
      }
    }),
    { numRuns: runs(40) },
  )
})

test('two windows that write at once show the same in the end: what the disk says', async () => {
  await openShop()
  const step = fc.record({ one: fc.option(fc.constantFrom(...deeds)), other: fc.option(fc.constantFrom(...deeds)) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const pharmacy = aPharmacy()
      const [one, other] = [aWindow(pharmacy), aWindow(pharmacy)]
      try {
        for (const step of steps) await Promise.all([step.one && one.do(step.one), step.other && other.do(step.other)])
        const isSame = async (window: typeof one) => isDeepStrictEqual(window.shown(), await window.onDisk())
        await until('both show what the disk says', async () => (await isSame(one)) && (await isSame(other)))
      } finally {
        one.close()
        other.close()
      }
    }),
    { numRuns: runs(20) },
  )
})

test('what a writing did not change stays the object that it was; one that changes nothing leaves the snapshot itself', async () => {
  const sales = openSalesStore(aPharmacy())
  const [first, second] = [await aPaidSale(sales), await aPaidSale(sales)]
  const before = await sales.snapshot(0)
  const after = withWritten(before, [{ store: 'sales', key: second.id, value: { ...second, editCount: 9 } }])
  expect(after.sales[0]).toBe(before.sales[0])
  expect(after.sales[1]!.records).toBe(before.sales[1]!.records)
  expect(after.outbox).toBe(before.outbox)
  expect(
    withWritten(before, [
      { store: 'sales', key: first.id, value: structuredClone(first) },
      { store: 'photos', key: 'a', value: {} },
      { store: 'meta', key: 'lastSeq', value: 4 },
    ]),
  ).toBe(before)
  expect(withWritten(emptySnapshot, [])).toBe(emptySnapshot)
  await sales.end(second.id, second.editCount, facts)
  sales.close()
})
