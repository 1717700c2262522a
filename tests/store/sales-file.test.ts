import fc from 'fast-check'
import { IDBFactory } from 'fake-indexeddb'
import { createStore } from 'jotai'
import { expect, onTestFinished, test } from 'vitest'
import type { NewSale } from '#shared/contract/sales.ts'
import { resumeSale } from '#shared/domain/local-sale.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import { refused } from '#shared/store/outbox/outbox-store.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import {
  isNothing,
  readSalesFile,
  takeSalesFile,
  worthKeeping,
  writeSalesFile,
  type SalesFile,
} from '#shared/store/sales/sales-file.ts'
import { makeSalesFileAtom, takeSalesFileAtom } from '#shared/store/sales/sales-file-atoms.ts'
import { openSalesStore, type SalesStore } from '#shared/store/sales/sales-store.ts'
import { accepted, anEndedSale, aPaidSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { acceptedPatient, maker, typedPatient } from '#tests/support/a-patient.ts'
import { openApiEdge, type Answer, type Asked } from '#tests/support/api-edge.ts'
import { canonicalJson } from '#shared/store/tools/canonical-json.ts'
import { sha256 } from '#shared/store/tools/sha-256.ts'
import { runs } from '#tests/support/extent.ts'

const otherPharmacy = '018f0000-0000-7000-8000-0000000000ff'
const missed = {
  pharmacyProductId: null,
  label: 'Insuline Lantus',
  quantity: 2,
  price: 12_500,
  reason: 'too-dear',
} as const
const takeAll = ({ path, body }: Asked): Answer => {
  if (path === '/sales') return accepted(body)
  if (path === '/persons/createPatientByQuickWay') return acceptedPatient(body)
  return {
    status: 201,
    body:
      path === '/missed-sales'
        ? { ...(JSON.parse(body) as object), byName: 'DOSSOU Aurèle' }
        : { id: (JSON.parse(body) as { id: string }).id },
  }
}

/** Another terminal: nothing of the one before is on its disk. */
function anotherTerminal(pharmacy = pharmacyId): SalesStore {
  globalThis.indexedDB = new IDBFactory()
  return aStore(pharmacy)
}
function aStore(pharmacy = pharmacyId): SalesStore {
  const store = openSalesStore(pharmacy)
  onTestFinished(() => store.close())
  return store
}

async function aRefusedSale(store: SalesStore) {
  const { sale } = await anEndedSale(store)
  const row = (await store.outbox()).find(({ saleId }) => saleId === sale.id)!
  await store.settle([refused(row, [{ message: 'sales:insufficientStock' }])])
  return sale
}
const drained = async (store: SalesStore) => {
  const outbox = startOutbox(
    store,
    () => [() => Promise.resolve('member')],
    () => Promise.resolve(),
  )
  await outbox.drain()
  outbox.stop()
}
const fileOf = async (store: SalesStore, name: string | null = 'Pharmacie Camp Guézo'): Promise<SalesFile> => ({
  terminalCode: 'K7QF',
  madeAt: '2026-11-21T11:42:00.000Z',
  pharmacies: [{ id: store.pharmacyId, name, work: worthKeeping(await store.unsent()) }],
  unreadable: [],
})
const reread = async (text: string) => {
  const read = await readSalesFile(text)
  if (read.is !== 'whole') throw new Error(`the file is ${read.is}`)
  return read.file
}
const sealedOf = async (store: SalesStore) =>
  (await store.unsent()).outbox.map(({ saleId, kind, revision, payload, hash, sessionId, errors }) => ({
    saleId,
    kind,
    revision,
    payload,
    hash,
    sessionId,
    errors,
  }))

type Gesture = 'sale' | 'open' | 'refused' | 'patient' | 'photo' | 'missed' | 'empty'
async function work(store: SalesStore, gestures: readonly Gesture[]) {
  for (const gesture of gestures) {
    if (gesture === 'sale') await anEndedSale(store)
    if (gesture === 'open') await aPaidSale(store)
    if (gesture === 'empty') await store.create(aurele)
    if (gesture === 'refused') await aRefusedSale(store)
    if (gesture === 'patient') await store.createPatient(typedPatient(), maker)
    if (gesture === 'missed') await store.noteMissedSale(missed, maker)
    if (gesture === 'photo') {
      const { sale } = await anEndedSale(store)
      await store.notePhoto(
        {
          saleId: sale.id,
          paymentId: null,
          mime: 'image/jpeg',
          bytes: Uint8Array.from({ length: 9_000 }, (_, at) => at % 251),
        },
        maker,
      )
    }
  }
}

test('whatever waits at a terminal arrives at an empty one through a file: the same payloads, hashes, revisions and order; twice changes nothing', async () => {
  const anyWork = fc.array(fc.constantFrom<Gesture>('sale', 'open', 'refused', 'patient', 'photo', 'missed', 'empty'), {
    maxLength: 7,
  })
  await fc.assert(
    fc.asyncProperty(anyWork, async (gestures) => {
      const from = anotherTerminal()
      await work(from, gestures)
      const [before, text] = [await sealedOf(from), await writeSalesFile(await fileOf(from))]
      const sent = (await from.unsent()).photos
      const to = anotherTerminal()
      const file = await reread(text)
      const first = await takeSalesFile(to, file)
      expect(await sealedOf(to)).toEqual(before)
      expect((await to.unsent()).photos).toEqual(sent)
      const [once, seen] = [await to.unsent(), first.kind === 'taken' ? first.taken : null]
      const again = await takeSalesFile(to, file)
      expect(await to.unsent()).toEqual(once)
      expect(again).toMatchObject({
        kind: 'taken',
        taken: { sales: 0, patients: 0, notes: 0, known: seen!.sales + seen!.patients + seen!.notes },
      })
    }),
    { numRuns: runs(25) },
  )
})

test('a changed, a cut and a foreign file are told apart; nothing of them is taken', async () => {
  const store = aStore()
  await anEndedSale(store)
  const text = await writeSalesFile(await fileOf(store))
  expect(await readSalesFile(text.replace('"tendered\\":2000', '"tendered\\":9000'))).toEqual({ is: 'damaged' })
  expect(await readSalesFile(text.replace('"openedBy": "', '"openedBy": "x'))).toEqual({ is: 'damaged' })
  expect(await readSalesFile(text.slice(0, text.length / 2))).toEqual({ is: 'damaged' })
  expect(await readSalesFile(text.replace('"version": 2', '"version": 3'))).toEqual({ is: 'newer' })
  expect(await readSalesFile('{"products":[]}')).toEqual({ is: 'foreign' })
  expect(await readSalesFile('Produit;Prix\nDoliprane;650')).toEqual({ is: 'foreign' })
  // Saved again by an editor that orders its lines otherwise it is still whole.
  expect((await readSalesFile(JSON.stringify(JSON.parse(text)))).is).toBe('whole')
})

test('a file of version 1, where the edit count is called `version`, is read', async () => {
  const store = aStore()
  const open = await aPaidSale(store)
  const file = await fileOf(store)
  const { checksum: _, ...content } = JSON.parse(await writeSalesFile(file)) as Record<string, unknown>
  const former = JSON.parse(
    JSON.stringify({ ...content, version: 1 }).replaceAll('"editCount":', '"version":'),
  ) as object
  const text = JSON.stringify({ ...former, checksum: sha256(canonicalJson(former)) })
  expect(text).toContain(`"version":${open.editCount}`)
  expect(await readSalesFile(text)).toEqual({ is: 'whole', file })
})

test.each(['file first', 'terminal first'])('sold once whoever sends first: %s', async (order) => {
  const bodies = new Map<string, string>()
  const edge = await openApiEdge((asked) => {
    const { id } = JSON.parse(asked.body) as NewSale
    // The server's unique key: the same id with other bytes would be refused.
    if (bodies.has(id) && bodies.get(id) !== asked.body)
      return { status: 409, body: { message: 'sales:alreadyClosed' } }
    bodies.set(id, asked.body)
    return accepted(asked.body)
  })
  const from = aStore()
  const { sale } = await anEndedSale(from)
  const file = await fileOf(from)
  const to = anotherTerminal()
  await takeSalesFile(to, file)
  for (const store of order === 'file first' ? [to, from] : [from, to]) await drained(store)
  expect(edge.asked).toHaveLength(2)
  expect([...bodies.keys()]).toEqual([sale.id])
  for (const store of [from, to])
    expect([await store.outbox(), await store.saleIds(), await store.acknowledgedIds()]).toEqual([[], [], [sale.id]])
  // Read a third time, after the server has it: the terminal knows that.
  expect(await takeSalesFile(to, file)).toMatchObject({ taken: { sales: 0, known: 1 } })
})

test('a patient made there goes before the sale that names him, and a refused sale can be taken up here', async () => {
  const edge = await openApiEdge(takeAll)
  const from = aStore()
  await work(from, ['patient', 'sale', 'missed'])
  const stuck = await aRefusedSale(from)
  const file = await reread(await writeSalesFile(await fileOf(from)))
  const to = anotherTerminal()
  await takeSalesFile(to, file)
  await drained(to)
  expect(edge.asked.map(({ path }) => path)).toEqual(['/persons/createPatientByQuickWay', '/sales', '/missed-sales'])
  const here = (await to.unsent()).sales
  expect(here).toMatchObject([
    {
      id: stuck.id,
      status: 'ERROR',
      openedBy: null,
      sessionId: null,
      errors: [{ message: 'sales:insufficientStock' }],
    },
  ])
  const resumed = await to.change(stuck.id, here[0]!.editCount, (sale) =>
    resumeSale(sale, aurele.userId, aurele.sessionId),
  )
  await to.end(resumed!.id, resumed!.editCount, facts)
  expect((await to.outbox())[0]).toMatchObject({ saleId: stuck.id, revision: 2 })
  // The first file again: what was ended here under a later revision stands.
  await takeSalesFile(to, file)
  expect((await to.outbox())[0]).toMatchObject({ saleId: stuck.id, revision: 2 })
})

test('a sale that was ended at its terminal after a first file goes before the open one taken here; one ended here stays', async () => {
  const from = aStore()
  const open = await aPaidSale(from)
  const early = await fileOf(from)
  await from.end(open.id, open.editCount, facts)
  const ended = (await from.outbox())[0]!.payload
  const late = await fileOf(from)
  const to = anotherTerminal()
  await takeSalesFile(to, early)
  expect((await to.unsent()).sales).toMatchObject([{ id: open.id, status: 'LOCAL', openedBy: null }])
  expect(await takeSalesFile(to, late)).toMatchObject({ taken: { sales: 1, known: 0 } })
  expect(await to.outbox()).toMatchObject([{ saleId: open.id, revision: 1, payload: ended }])
  expect(await takeSalesFile(to, early)).toMatchObject({ taken: { sales: 0, known: 1 } })
})

test('the file of a terminal has what every pharmacy left on it, the former ones by their name; a terminal takes its own part', async () => {
  const [own, former, store] = [aStore(), aStore(otherPharmacy), createStore()]
  await work(own, ['sale', 'empty'])
  await work(former, ['sale', 'refused'])
  await former.keepPharmacyName('Pharmacie Saint-Luc')
  store.set(identityAtom, {
    terminal: {
      terminalId: maker.terminalId,
      terminalCode: 'K7QF',
      account: { uid: 'u', email: 'e', pharmacyId, domainId: null, roles: [] },
      pharmacy: null,
      members: [],
    },
    session: null,
  })
  const made = await store.set(makeSalesFileAtom)
  expect(made).toMatchObject({
    sales: 3,
    unreadable: 0,
    name: expect.stringMatching(/^officine-ventes-K7QF-\d{4}-\d\d-\d\d-\d{4}\.json$/) as string,
  })
  const file = await reread(made!.text)
  expect(file.pharmacies.map(({ id, name, work: { sales } }) => ({ id, name, sales: sales.length }))).toEqual([
    { id: pharmacyId, name: null, sales: 1 },
    { id: otherPharmacy, name: 'Pharmacie Saint-Luc', sales: 2 },
  ])
  expect(await takeSalesFile(anotherTerminal('018f0000-0000-7000-8000-0000000000ee'), file)).toEqual({
    kind: 'other-pharmacy',
    names: ['Pharmacie Saint-Luc'],
  })
  const to = anotherTerminal()
  let wakes = 0
  store.set(sharedSalesAtom, {
    store: to,
    written: () => undefined,
    reread: () => Promise.resolve(),
    shownAhead: () => () => undefined,
    wakeOutbox: () => wakes++,
    askFor: () => undefined,
  })
  expect(await store.set(takeSalesFileAtom, made!.text)).toEqual({
    kind: 'taken',
    taken: { sales: 1, patients: 0, notes: 0, known: 0 },
    elsewhere: 1,
  })
  expect(await store.set(takeSalesFileAtom, made!.text.slice(9))).toEqual({ kind: 'damaged' })
  expect(wakes).toBe(1)
})

test('nothing unsent is no file', async () => {
  const store = aStore()
  await work(store, ['empty'])
  expect(isNothing(worthKeeping(await store.unsent()))).toBe(true)
  expect(await createStore().set(makeSalesFileAtom)).toBeNull()
})
