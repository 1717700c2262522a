import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { call, configureClient } from '#shared/client/call.ts'
import {
  cashRegisters,
  type CashRegister,
  type RegisterLedger,
  type RegisterReport,
} from '#shared/contract/cash-registers.ts'
import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { clients, type Client, type OpenBill } from '#shared/contract/clients.ts'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import type { Endpoint, CallInput, CallReply } from '#shared/contract/endpoint.ts'
import { countries } from '#shared/contract/countries.ts'
import { fiscalDocuments, type FiscalRow } from '#shared/contract/fiscal-documents.ts'
import { labels } from '#shared/contract/labels.ts'
import { missedSales, type MissedSale } from '#shared/contract/missed-sales.ts'
import { parkedSales, type ParkedContent } from '#shared/contract/parked-sales.ts'
import { persons, type PersonDetail } from '#shared/contract/persons.ts'
import { pharmacyProducts, type PharmacyProduct, type StockItem } from '#shared/contract/pharmacy-products.ts'
import { prescriptionRegister, type PrescriptionEntry } from '#shared/contract/prescription-register.ts'
import type { SaleSummary } from '#shared/contract/sale-summary.ts'
import { sales, type Sale } from '#shared/contract/sales.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { suppliers, type Supplier } from '#shared/contract/suppliers.ts'
import { createToken } from '#shared/contract/tokens.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { receivablesOf } from '#shared/domain/billing/receivables.ts'
import { adminAccount, gilles, terminalAccount } from './people.ts'
import { emecefAddress, shopAddress } from './shop.ts'

/** What the shop says of itself over its API: what journeys choose from before, and count afterwards. */
export type ShopApi = {
  products(): Promise<PharmacyProduct[]>
  /** Lots of a product as they stand now. */
  lots(productId: string): Promise<StockItem[]>
  /** Accepted sales of one temporary identifier, `<terminal>-<n>`: one, if all is well. */
  sales(identifier: string): Promise<SaleSummary[]>
  lastSale(): Promise<SaleSummary>
  allSales(): Promise<SaleSummary[]>
  sale(id: string): Promise<Sale>
  /** The one accepted sale of a temporary identifier, whole. */
  soldAs(identifier: string): Promise<Sale>
  changePerson(id: string, change: CallInput<typeof persons.patch>['body']): Promise<PersonDetail>
  /** What the register of listed medicines says of a sale. */
  entriesOf(saleId: string): Promise<PrescriptionEntry[]>
  /** What a patient bought, newest first. */
  salesOf(patientId: string): Promise<SaleSummary[]>
  /** Who left without a product of this label. */
  missed(label: string): Promise<MissedSale[]>
  /** Persons and organizations that a search finds. */
  clients(search: string): Promise<Client[]>
  newPerson(person: CallInput<typeof persons.create>['body']): Promise<PersonDetail>
  newSupplier(name: string): Promise<Supplier>
  /** Bills all that the employer with the most vouchers owes, a third of them on each bill; its open bills, the oldest first. */
  billEmployer(): Promise<{ id: string; name: string; bills: OpenBill[] }>
  openBillsOf(organizationId: string): Promise<OpenBill[]>
  /**
   * The first month of an insurer: billed, its largest voucher refused to be presented again within days, and paid with
   * more than is due. Its name, and what is ahead.
   */
  firstMonthOfInsurer(): Promise<{ name: string; ahead: number }>
  /** All that is owed to the pharmacy, billed or not. */
  receivables(): Promise<number>
  /** Gives a person a card under a contract of a company of its own, at so many percent; answers the company's name. */
  insure(personId: string, coverage: number): Promise<string>
  /** The ids of a person's policies, in the order they pay. */
  policiesOf(personId: string): Promise<string[]>
  /** Puts a sale that another terminal typed at the disposal of the counter. */
  park(content: ParkedContent): Promise<void>
  /** The register that a member has open; null: none. */
  registerOf(lastName: string): Promise<CashRegister | null>
  /** Closes every register that a member has open as the owner, whatever is in it. */
  closeRegisterOf(lastName: string): Promise<void>
  register(id: string): Promise<RegisterReport>
  ledger(registerId: string): Promise<RegisterLedger>
  /** Takes all labels that wait out of their queue. */
  dropLabels(): Promise<void>
  /** Empties a lot and archives it. */
  archiveLot(lot: StockItem): Promise<void>
  /** The country of the shop certifies on the simulator. Answers a token of the shop, and what ends it. */
  certify(): Promise<{ token: string; end: () => Promise<void> }>
  /** The documents of the fiscal platform, newest first. */
  fiscalDocuments(): Promise<FiscalRow[]>
  /** The ids of the certified documents in the order in which the platform counted them. */
  confirmed(): Promise<string[]>
  /** Asks the platform at once for what waits. */
  sendWaiting(): Promise<void>
  /** Sells what a sale sold once more, as the owner: now, or late as of a moment, in a drawer of its own. */
  sellAgain(sale: Sale, identifier: string, lateAs?: string): Promise<void>
}

/** Signs in as a till does and unlocks for the owner, who may see everything. */
export async function openShopApi(): Promise<ShopApi> {
  configureClient({ base: `${shopAddress}/api`, token: () => Promise.resolve(undefined) })
  const terminal = await identityToken('signInWithPassword', terminalAccount)
  const { pharmacyId } = JSON.parse(Buffer.from(terminal.split('.')[1] ?? '', 'base64url').toString()) as {
    pharmacyId: string
  }
  const members = await call(pharmacies.users, { params: { id: pharmacyId } }, { token: terminal })
  const owner = members.find(({ lastName }) => lastName === gilles.lastName)!
  const unlocked = await call(
    createToken,
    { body: { userId: owner.id, pin: gilles.pin, terminalId: randomUUID() } },
    { token: terminal },
  )
  const token = await identityToken('signInWithCustomToken', { token: unlocked.token })
  const ask = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallReply<E>> =>
    call(endpoint, input, { token })

  const madeByOwner = () => ({
    id: randomUUID(),
    revision: 1,
    terminalId: randomUUID(),
    sessionId: randomUUID(),
    sellerId: owner.id,
    sellerRoles: ['titulaire'],
  })

  /** A sale of a drawer in which the owner sells, and which is not counted, is opened for it. */
  const whole = async (id: string): Promise<Sale> => {
    const sale = await ask(sales.read, { params: { id } })
    if (!('withheld' in sale)) return sale
    const opening = { registerId: sale.registerId, purpose: 'reprint' as const, openedAt: new Date().toISOString() }
    return ask(sales.open, { params: { id }, body: { ...madeByOwner(), ...opening } })
  }

  const registerOf = async (lastName: string) =>
    (
      await ask(cashRegisters.current, {
        query: { userId: members.find((member) => member.lastName === lastName)!.id },
      })
    ).cashRegister

  const openBillsOf = async (id: string) => (await ask(organizations.read, { params: { id } })).openBills ?? []

  return {
    async products() {
      const found: PharmacyProduct[] = []
      let cursor = ''
      for (;;) {
        const page = await ask(pharmacyProducts.list, { query: { cursor, size: 2000 } })
        found.push(...page.items)
        if (!page.more || page.cursor === undefined) return found
        cursor = page.cursor
      }
    },
    async billEmployer() {
      const period = { from: '2020-01-01', to: new Date().toISOString().slice(0, 10) }
      const proposals = await ask(bills.proposals, { query: period })
      const [most] = proposals
        .filter(({ payerKind }) => payerKind === 'organization')
        .toSorted((one, other) => other.vouchers - one.vouchers)
      const { payerId: id, payerName: name, rule, vouchers } = most!
      const mostLines = Math.ceil(vouchers / 3)
      await ask(bills.putRule, { params: { id }, body: { ...rule, mostLines, needs: [], prefix: 'ORG-' } })
      const run = randomUUID()
      await ask(bills.create, { body: { id: run, ...period, payerIds: [id], withIncomplete: true } })
      await expect.poll(async () => (await ask(bills.run, { params: { id: run } })).status).toBe('done')
      return { id, name, bills: await openBillsOf(id) }
    },
    openBillsOf,
    receivables: async () => receivablesOf(await ask(bills.aged, {})).owed,
    async dropLabels() {
      const { items } = await ask(labels.list, { query: { size: 100 } })
      await ask(labels.remove, { body: { ids: items.map(({ id }) => id) } })
    },
    async firstMonthOfInsurer() {
      const period = { from: '2020-01-01', to: new Date().toISOString().slice(0, 10) }
      const isLarge = ({ lines }: { lines: number }) => lines > 1
      const proposed = (await ask(bills.proposals, { query: period })).find(
        // What is ahead already would pay more than the next bill is worth.
        (each) => each.payerKind === 'company' && each.vouchers > 1 && each.ahead === 0,
      )
      if (proposed) {
        const run = randomUUID()
        await ask(bills.create, { body: { id: run, ...period, payerIds: [proposed.payerId], withIncomplete: true } })
        await expect.poll(async () => (await ask(bills.run, { params: { id: run } })).status).toBe('done')
      }
      const query = { payerKind: 'company', state: 'open,sent' } as const
      const { items } = await ask(bills.list, { query })
      const [oldest] = items.filter(isLarge).toSorted((one, other) => (one.from < other.from ? -1 : 1))
      const { id, payerId, payerName: name } = oldest!
      const rule = await ask(bills.rule, { params: { id: payerId } })
      const { lines } = await ask(bills.read, { params: { id } })
      const { saleId, paymentId, soldAt } = lines
        .filter((line) => line.soldAt < period.to)
        .toSorted((one, other) => other.left - one.left)[0]!
      const age = Math.floor((Date.now() - Date.parse(soldAt)) / 86_400_000)
      const body = { ...rule, needs: [], mostLines: null, mostAmount: null, foreclosureDays: age + 5 }
      await ask(bills.putRule, { params: { id: payerId }, body: { ...body, split: 'payer' } })
      const again = { outcome: 'present-again', reason: 'Bon illisible' } as const
      const { left } = await ask(bills.refuse, {
        params: { id },
        body: { id: randomUUID(), lines: [{ saleId, paymentId }], ...again },
      })
      const ahead = 500
      const paid = { means: 'TRANSFER', paidOn: period.to, reference: 'VIR AVANCE' } as const
      await ask(billPayments.create, {
        body: { id: randomUUID(), payerId, billId: id, amount: left + ahead, ...paid },
      })
      return { name, ahead: (await ask(billFollowUps.collection, { params: { id: payerId } })).ahead }
    },
    lots: async (productId) => (await ask(pharmacyProducts.read, { params: { id: productId } })).stockItems,
    sales: async (identifier) =>
      (await ask(sales.list, { query: { search: identifier } })).items.filter((sale) => sale.identifier === identifier),
    sale: whole,
    async soldAs(identifier) {
      const [sale, ...others] = (await ask(sales.list, { query: { search: identifier } })).items.filter(
        (each) => each.identifier === identifier,
      )
      if (!sale || others.length > 0)
        throw new Error(`${identifier} was accepted ${others.length + Number(Boolean(sale))} times`)
      return whole(sale.id)
    },
    changePerson: (id, change) => ask(persons.patch, { params: { id }, body: change }),
    entriesOf: async (saleId) =>
      (await ask(prescriptionRegister.list, { query: { size: 100 } })).items.filter((entry) => entry.saleId === saleId),
    salesOf: async (patientId) => (await ask(sales.list, { query: { patientId } })).items,
    missed: async (label) =>
      (await ask(missedSales.list, { query: { size: 100 } })).items.filter((missed) => missed.label === label),
    clients: async (search) => (await ask(clients.list, { query: { search } })).items,
    newSupplier: (name) =>
      ask(suppliers.create, { body: { name, email: `commandes@${name.toLowerCase().replaceAll(' ', '-')}.example` } }),
    newPerson: (person) => ask(persons.create, { body: person }),
    async insure(personId, coverage) {
      const name = `Assurances ${lettersOf(randomUUID())}`
      await ask(contractPolicies.companyContract, {
        body: {
          company: { name },
          contract: { label: 'Santé pour tous', defaultCoverage: coverage },
          policy: { beneficiaryId: personId, number: `P-${randomUUID().slice(0, 8)}` },
        },
      })
      return name
    },
    policiesOf: async (personId) =>
      (await ask(persons.contractPolicies, { params: { id: personId } })).map(({ id }) => id),
    async park(content) {
      await ask(parkedSales.park, { params: { id: randomUUID() }, body: { terminalId: randomUUID(), content } })
    },
    registerOf,
    async closeRegisterOf(lastName) {
      // An earlier journey may have left two, and a terminal goes on with any that is open.
      for (let register = await registerOf(lastName); register; register = await registerOf(lastName)) {
        await ask(cashRegisters.close, {
          params: { id: register.id },
          body: {
            ...madeByOwner(),
            countedAt: new Date().toISOString(),
            denominations: [],
            others: [],
            comment: 'Avant un parcours',
            awaits: [],
            unfinished: [],
          },
        })
      }
    },
    register: (id) => ask(cashRegisters.report, { query: { registerId: id } }),
    ledger: (registerId) => ask(cashRegisters.ledger, { query: { registerId } }),
    async archiveLot({ id, quantity }) {
      const made = { ...madeByOwner(), stockItemId: id, doneAt: new Date().toISOString() }
      if (quantity !== 0)
        await ask(stockActs.adjust, {
          body: { ...made, change: -quantity, reason: 'other', note: 'Avant un parcours' },
        })
      await ask(stockItems.patch, { params: { id }, body: { archived: true } })
    },
    async certify() {
      const mine = (await ask(pharmacies.read, { params: { id: pharmacyId } })) as { taxId: string | null }
      const admin = await identityToken('signInWithPassword', adminAccount)
      const write = async (fiscalPlatform: 'none' | 'e-mecef') => {
        const known = await call(countries.list, {}, { token: admin })
        const { code, ...country } = known.find((each) => each.code === 'BJ')!
        const body = { ...country, fiscalPlatform }
        await call(countries.write, { params: { id: code }, body }, { token: admin })
      }
      await write('e-mecef')
      const reply = await fetch(`${emecefAddress}/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ taxId: mine.taxId, nim: 'TS01000077', name: 'Camp Guézo' }),
      })
      const { token: fiscalToken } = (await reply.json()) as { token: string }
      return {
        token: fiscalToken,
        end: async () => {
          await ask(pharmacies.setFiscalToken, { body: { token: null } })
          await write('none')
        },
      }
    },
    fiscalDocuments: async () => (await ask(fiscalDocuments.list, { query: { size: 100 } })).items,
    async confirmed() {
      const { items } = await ask(fiscalDocuments.list, { query: { state: 'certified', size: 100 } })
      // The journal withholds a drawer that is not counted; the papers of its own sales have their counters.
      const counted: { id: string; counter: number }[] = []
      for (const { id, saleId } of items) {
        const documents = await ask(fiscalDocuments.ofSale, { params: { id: saleId } })
        const counters = documents.find((document) => document.id === id)?.elements?.counters
        counted.push({ id, counter: Number.parseInt(counters ?? '', 10) })
      }
      return counted.toSorted((a, b) => a.counter - b.counter).map(({ id }) => id)
    },
    async sendWaiting() {
      const { items } = await ask(fiscalDocuments.list, { query: { state: 'waiting', size: 1 } })
      for (const { id } of items) await ask(fiscalDocuments.retry, { params: { id }, body: {} })
    },
    async sellAgain({ registerId, records, payments, total, rounding }, identifier, lateAs) {
      const renewed = <Line extends { id: string }>(lines: readonly Line[]) =>
        lines.map((line) => ({ ...line, id: randomUUID() }))
      const body = {
        ...madeByOwner(),
        identifier,
        soldAt: lateAs ?? new Date().toISOString(),
        registerId: lateAs ? randomUUID() : registerId,
        records: renewed(records),
        payments: renewed(payments),
        total,
        rounding,
      }
      await ask(sales.close, { body })
    },
    lastSale: async () => (await ask(sales.list, { query: { size: 1 } })).items[0]!,
    allSales: async () => {
      const all: SaleSummary[] = []
      for (let page = 0; ; page++) {
        const { items, total } = await ask(sales.list, { query: { page, size: 500 } })
        all.push(...items)
        if (items.length === 0 || all.length >= total) return all
      }
    },
  }
}

/** Letters that nothing else of the shop is called by. */
export function lettersOf(uuid: string): string {
  return Array.from(
    uuid.replaceAll('-', '').slice(0, 10),
    (digit) => 'bcdfghjklmnpqrst'[Number.parseInt(digit, 16)],
  ).join('')
}

async function identityToken(
  gesture: 'signInWithPassword' | 'signInWithCustomToken',
  body: Record<string, string>,
): Promise<string> {
  const reply = await fetch(`${shopAddress}/identitytoolkit.googleapis.com/v1/accounts:${gesture}?key=demo-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  })
  if (!reply.ok) throw new Error(`${gesture}: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { idToken: string }).idToken
}
