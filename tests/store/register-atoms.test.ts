import { createStore } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { expect, onTestFinished, test } from 'vitest'
import type { RegisterLedger } from '#shared/contract/cash-registers.ts'
import type { Sale } from '#shared/contract/sales.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { payCash } from '#shared/domain/sale-lines.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { expectedCash } from '#shared/domain/register/totals.ts'
import { identityAtom } from '#shared/store/identity/identity-atoms.ts'
import { startOutbox } from '#shared/store/outbox/outbox.ts'
import { invalidateQueries, newQueryClient } from '#shared/store/lists/queries.ts'
import { openTillAtom, putDownCountAtom, tillLedgerAtom } from '#shared/store/register/register-atoms.ts'
import { reviseSaleAtom } from '#shared/store/sales/revise-atoms.ts'
import { changeSaleAtom, endSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { projectSales, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { openSalesStore } from '#shared/store/sales/sales-store.ts'
import { openBus } from '#shared/windows/bus.ts'
import { accepted, aPaidSale, aurele, facts, pharmacyId } from '#tests/support/a-local-sale.ts'
import { count, rose, takeAll } from '#tests/support/a-register.ts'
import { openApiEdge, until, type Answer, type Asked } from '#tests/support/api-edge.ts'

const pharmacy = {
  id: pharmacyId,
  domainId: 'd',
  name: 'Pharmacie',
  address: '',
  city: 'Cotonou',
  phone: '',
  taxId: null,
  settings: {
    printers: [],
    services: [],
    openingHours: '',
    centralCashier: false,
    blindCount: true,
    listOneNeedsPrescription: true,
    autoLockMinutes: 2 as const,
    officeLockMinutes: 15 as const,
    taxRegime: null,
    voucherTaxGroup: null,
    fiscalOutage: 'defer' as const,
    fiscalInvoices: 'all' as const,
    fiscalCodes: {},
    stampDuty: false,
    fiscalAccount: null,
    accounts: {},
    comparesWithPeers: false,
  },
  timeZone: 'Africa/Porto-Novo',
  country: {
    code: 'BJ',
    name: 'Bénin',
    locale: 'fr-BJ',
    currency: { code: 'XOF', symbol: 'F CFA', decimals: 0 },
    cashRoundingStep: 5,
    denominations: [10_000, 5],
    phoneOperators: [],
    fiscalPlatform: 'none' as const,
  },
}
const sessionOf = (userId: string, permissions: Permission[]) => ({
  id: aurele.sessionId,
  userId,
  uid: userId,
  pharmacyId,
  domainId: 'd',
  firstName: 'Aurèle',
  lastName: 'Dossou',
  roles: ['vendeur'],
  permissions,
  startedAt: 1,
  isOffline: false,
})

/** The window of a till; what is done in it waits until `drain`. */
function aTill(userId: string, permissions: Permission[] = [], blindCount = true) {
  const [store, bus, sales, queryClient] = [createStore(), openBus(), openSalesStore(pharmacyId), newQueryClient()]
  store.set(queryClientAtom, queryClient)
  const terminal = {
    terminalId: facts.terminalId,
    terminalCode: 'K7QF',
    account: null,
    pharmacy: { ...pharmacy, settings: { ...pharmacy.settings, blindCount } },
    members: [],
  }
  const standsHere = (who: string) => store.set(identityAtom, { terminal, session: sessionOf(who, permissions) })
  standsHere(userId)
  const projection = projectSales(store, bus, sales, () => undefined)
  const outbox = startOutbox(sales, () => [() => Promise.resolve('member')], projection.shared.written)
  onTestFinished(() => {
    outbox.stop()
    projection.stop()
    bus.close()
    sales.close()
    queryClient.clear()
  })
  onTestFinished(store.sub(tillLedgerAtom, () => undefined))
  const cash = () => expectedCash(store.get(tillLedgerAtom)?.movements ?? [])
  return {
    store,
    sales,
    queryClient,
    standsHere,
    cash,
    drain: () => outbox.drain(),
    reread: () => projection.shared.reread(),
  }
}

const noLedger: RegisterLedger = {
  lines: [],
  sales: [],
  found: [],
  counts: [],
  pastDisbursements: [],
  countedBefore: null,
}
const float = {
  id: crypto.randomUUID(),
  kind: 'float' as const,
  type: 'CASH' as const,
  operator: null,
  amount: 20_000,
  at: '2026-11-21T07:00:00.000Z',
  userId: aurele.userId,
  saleId: null,
  reason: null,
}
const ledgersAsked = (asked: readonly Asked[]) => asked.filter(({ path }) => path === '/cash-registers/ledger').length

test('in a pharmacy that counts blindly, nobody asks for the server’s ledger before the count', async () => {
  const edge = await openApiEdge((asked): Answer =>
    asked.path === '/cash-registers/ledger' ? { status: 200, body: noLedger } : takeAll(asked),
  )
  const till = aTill(aurele.userId, ['register.seeExpected', 'report.see'])
  await till.store.set(openTillAtom, 20_000)
  await till.drain()
  await until('the opening went', () => till.store.get(snapshotAtom).outbox.length === 0)
  await till.reread()
  expect([ledgersAsked(edge.asked), till.cash()]).toEqual([0, 20_000])
})

test('who may not see what is expected is not refused while his count waits, and sees the server’s ledger as soon as it has arrived', async () => {
  let counted = 0
  const elsewhere = { ...float, id: crypto.randomUUID(), kind: 'cash-in' as const, amount: 700 }
  const edge = await openApiEdge((asked): Answer => {
    if (asked.path === '/cash-registers/ledger')
      return counted > 0
        ? { status: 200, body: { ...noLedger, lines: [float, elsewhere] } }
        : { status: 403, body: { message: 'auth:forbidden', details: { permission: 'register.seeExpected' } } }
    if (asked.path.endsWith('/count')) counted++
    return takeAll(asked)
  })
  const till = aTill(aurele.userId)
  const { id: registerId } = await till.store.set(openTillAtom, 20_000)
  await till.drain()
  await until('the opening went', () => till.store.get(snapshotAtom).outbox.length === 0)
  await till.store.set(putDownCountAtom, { registerId, count })
  await until('the count is on the disk', () => till.store.get(snapshotAtom).outbox.length === 1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([ledgersAsked(edge.asked), till.cash()]).toEqual([0, 20_000])
  await till.drain()
  await until('the ledger came', () => till.cash() === 20_700)
  expect(ledgersAsked(edge.asked)).toBe(1)
})

test.each(['sales', 'cash-registers'] as const)('a hint of %s says at once what left the register', async (hint) => {
  const lines: RegisterLedger['lines'] = [float]
  await openApiEdge((asked): Answer =>
    asked.path === '/cash-registers/ledger' ? { status: 200, body: { ...noLedger, lines } } : takeAll(asked),
  )
  const till = aTill(aurele.userId, ['register.seeExpected'], false)
  await till.store.set(openTillAtom, 20_000)
  await till.drain()
  await until('the ledger came', () => till.store.get(tillLedgerAtom)?.movements[0]?.id === float.id)
  lines.push({ ...float, id: crypto.randomUUID(), kind: 'refund', amount: -1300 })
  invalidateQueries(till.queryClient, hint)
  await until('the cancellation shows', () => till.cash() === 18_700)
})

/** What a sale that Aurèle ended becomes under the hands of Rose: two boxes at 500 F. `begun`: what is left of the new version when she pays it. */
async function corrected(
  { store, standsHere }: ReturnType<typeof aTill>,
  sold: Sale,
  begun: (sale: LocalSale) => LocalSale = (sale) => sale,
) {
  standsHere(rose)
  const revised = await store.set(reviseSaleAtom, sold)
  const repaid = await store.set(changeSaleAtom, revised, (sale) =>
    payCash(
      { ...begun(sale), records: sale.records.map((record) => ({ ...record, price: 500 })), payments: [] },
      { id: crypto.randomUUID(), tendered: 1000 },
      5,
    ),
  )
  await store.set(endSaleAtom, repaid!, 5)
}

test('without a network too, a correction takes the money of the sale out of the register of who corrects it, wherever that was sold', async () => {
  const edge = await openApiEdge(takeAll)
  const till = aTill(aurele.userId)
  const [first, second] = [await soldHere(till), await soldHere(till)]
  edge.answer = () => 'hang up'
  const shows = (lines: number) => until('it shows', () => till.store.get(tillLedgerAtom)?.movements.length === lines)
  await corrected(till, first)
  await shows(2)
  expect(till.cash()).toBe(1000 - 1300)
  // one of another terminal, read from the server when its new version was begun
  await corrected(till, { ...first, id: crypto.randomUUID(), registerId: crypto.randomUUID() })
  await shows(4)
  expect(till.cash()).toBe(2 * (1000 - 1300))
  // a new version that was parked in between, or begun before an update, does not say it: this terminal sold the old one
  await corrected(till, second, ({ replaces, ...sale }) => ({
    ...sale,
    replaces: { id: replaces!.id, number: replaces!.number },
  }))
  await shows(6)
  expect(till.cash()).toBe(3 * (1000 - 1300))
})

/** A sale of Aurèle that the server has: 1 300 F in cash. */
async function soldHere({ sales, drain, reread }: ReturnType<typeof aTill>): Promise<Sale> {
  const paid = await aPaidSale(sales)
  const { payload } = await sales.end(paid.id, paid.editCount, facts)
  await drain()
  await reread()
  return accepted(JSON.stringify(payload)).body
}
