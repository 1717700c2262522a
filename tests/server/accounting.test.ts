import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { accounting } from '#shared/contract/accounting.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { moneyStatements } from '#shared/contract/money-statements.ts'
import { exports } from '#shared/contract/exports.ts'
import { sales, type NewSale } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { columnProfiles, profileNames, type ColumnProfile } from '#shared/domain/accounting/column-profiles.ts'
import { windows1252 } from '#server/accounting/ledger-bytes.ts'
import { readTableApart } from '#server/base/read-table.ts'
import { booked, closeMonth, closeRegisters, withOwnAccounts } from '#tests/server/support/booking.ts'
import { aPolicy, insurance } from '#tests/server/support/insured.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aDisbursement } from '#tests/server/support/registering.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'

const server = await testApp()
const { as, clock, database, openShop } = server
const [october, november] = ['2026-10-01', '2026-11-01'] as const
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`accounts ${count++}`)
  clock.now = new Date('2026-10-20T12:00:00Z')
  await withOwnAccounts(server, shop)
})

/** A sale in a register of its own, which is counted at once. */
async function sold(soldAt: string, rest: Parameters<typeof aSale>[1] = {}): Promise<NewSale> {
  const sale = aSale(shop, { registerId: randomUUID(), soldAt, lines: [lineOf(shop, 0)], ...rest })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  await closeRegisters(database, shop)
  return sale
}
const owner = () => as(shop.titulaire.token)
const summary = (month: string, format: (typeof profileNames)[number] = 'csv') =>
  owner().call(accounting.summary, { query: { month, format } })
const refused = (message: string) => ({ message, status: 409 })
const in2026 = (month: number, day = 3) => {
  clock.now = new Date(Date.UTC(2026, month - 1, day, 9))
}
async function fileOf(number: number, format: (typeof profileNames)[number] = 'fec') {
  const blob = await owner().call(accounting.report, { query: { number, format } })
  return Buffer.from(await blob.arrayBuffer())
}

describe('a closed month', () => {
  test('and then a late sale: the next export has it with its own day, and the first one stays as it was', async () => {
    await sold('2026-10-12T10:00:00.000Z')
    in2026(11)
    expect(await closeMonth(server, shop, october)).toMatchObject({ number: 1, month: october, corrections: 0 })
    const first = await fileOf(1)
    const late = await sold('2026-10-31T22:30:00.000Z', { terminalId: shop.terminal.id })
    // In Cotonou it was 23:30: still October.
    await sold('2026-11-02T10:00:00.000Z')
    in2026(12)
    expect(await summary(november)).toMatchObject({ number: 2, late: 1, reversals: 0 })
    expect(await closeMonth(server, shop, november)).toMatchObject({ number: 2, corrections: 1 })
    expect(await fileOf(1)).toEqual(first)
    const lines = (await fileOf(2)).toString().split('\r\n')
    const own = lines.filter((line) => line.includes('après clôture'))
    expect(own).toHaveLength(2)
    expect(own[0]).toContain('|20261101|')
    expect(own[0]).toContain(' du 31/10/2026, après clôture')
    const balance = await booked(database, shop)
    expect([balance('cash'), late.payments[0]!.amount]).toEqual([3000, 1000])
  })

  test('what is corrected later is reversed in the next export, and never twice', async () => {
    const { payerId, policyId } = await aPolicy(database, shop)
    await sold('2026-10-12T10:00:00.000Z', {
      patientId: shop.patientId,
      payments: [insurance(800, policyId), cash(200)],
    })
    in2026(11)
    const payment = await owner().call(billPayments.create, {
      body: { id: randomUUID(), payerId, means: 'TRANSFER', amount: 500, paidOn: '2026-10-25', reference: 'VIR 1' },
    })
    await closeMonth(server, shop, october)
    const before = await booked(database, shop)
    expect([before('insurers'), before('bank')]).toEqual([300, 500])
    await owner().call(billPayments.cancel, { params: { id: payment.id }, body: { reason: 'Rejeté' } })
    in2026(12)
    await closeMonth(server, shop, november)
    const after = await booked(database, shop)
    expect([after('insurers'), after('bank')]).toEqual([800, 0])
    const [line] = (await fileOf(2))
      .toString()
      .split('\r\n')
      .filter((text) => text.includes('Extourne'))
    expect(line).toContain('Extourne de l’export 1 : Règlement 1 du 25/10/2026')
    in2026(13)
    expect(await summary('2026-12-01')).toMatchObject({ pieces: 0, reversals: 0, preview: { lines: 0, rows: [] } })
  })

  test('a cancellation and a return that come later are of their own day: nothing is reversed', async () => {
    const [canceled, returned] = [await sold('2026-10-12T10:00:00.000Z'), await sold('2026-10-13T10:00:00.000Z')]
    in2026(11)
    await closeMonth(server, shop, october)
    await as(shop.pharmacien.token).call(sales.cancel, {
      params: { id: canceled.id },
      body: aCancellation(shop, { registerId: randomUUID() }),
    })
    await as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: returned.id },
      body: aReturn(shop, returned, [{ line: 0, quantity: 1 }], {
        registerId: randomUUID(),
        returnedAt: '2026-11-03T08:00:00.000Z',
      }),
    })
    await closeRegisters(database, shop)
    in2026(12)
    expect(await summary(november)).toMatchObject({ late: 0, reversals: 0 })
    await closeMonth(server, shop, november)
    const balance = await booked(database, shop)
    expect([balance('cash'), balance('stock')]).toEqual([0, 0])
  })

  test('a tax group that comes later is a reversal and the sale anew', async () => {
    const sale = await sold('2026-10-12T10:00:00.000Z')
    in2026(11)
    await closeMonth(server, shop, october)
    expect((await booked(database, shop))('sales')).toBe(-1000)
    await database.platform((tx) =>
      sql`update sale_records set tax_group = 'B', tax_rate = 1800, taxed_total = 1000, tax_amount = 153
        where pharmacy_id = ${shop.id} and sale_id = ${sale.id}`.execute(tx),
    )
    in2026(12)
    expect(await closeMonth(server, shop, november)).toMatchObject({ corrections: 2 })
    const balance = await booked(database, shop)
    expect([balance('sales'), balance('sales.B'), balance('vat.B'), balance('cash')]).toEqual([0, -847, -153, 1000])
  })

  test('takes no sale in and lets none out; within it a date may be corrected', async () => {
    const [inside, outside] = [await sold('2026-10-12T10:00:00.000Z'), await sold('2026-10-13T10:00:00.000Z')]
    in2026(11)
    const later = await sold('2026-11-02T10:00:00.000Z')
    await closeMonth(server, shop, october)
    const move = (sale: NewSale, soldAt: string) =>
      owner().call(sales.setDate, { params: { id: sale.id }, body: { soldAt, reason: 'Erreur' } })
    await expect(move(outside, '2026-11-01T10:00:00.000Z')).rejects.toMatchObject(refused('accounting:monthClosed'))
    await expect(move(later, '2026-10-30T10:00:00.000Z')).rejects.toMatchObject(refused('accounting:monthClosed'))
    await move(inside, '2026-10-14T10:00:00.000Z')
    await expect(
      database.write(shop.id, (tx) =>
        sql`update sales set sold_at = '2026-11-02T10:00:00Z' where pharmacy_id = ${shop.id} and id = ${outside.id}`.execute(
          tx,
        ),
      ),
    ).rejects.toThrow('is closed')
    in2026(12)
    expect(await summary(november)).toMatchObject({ late: 1, reversals: 1 })
  })
})

describe('a month is closed once, in order', () => {
  test('the same id again is the same export; another member, or another id, finds it closed', async () => {
    await sold('2026-10-12T10:00:00.000Z')
    in2026(11)
    const id = randomUUID()
    const made = await closeMonth(server, shop, october, id)
    expect(await closeMonth(server, shop, october, id)).toEqual(made)
    await expect(closeMonth(server, shop, november, id)).rejects.toMatchObject({ message: 'requests:conflict' })
    await expect(closeMonth(server, shop, october)).rejects.toMatchObject(refused('accounting:monthClosed'))
    await expect(summary(october)).rejects.toMatchObject(refused('accounting:monthClosed'))
    expect(await owner().call(accounting.list, {})).toMatchObject({
      items: [{ number: 1 }],
      next: november,
      barrier: 'monthNotOver',
    })
  })

  test('by two people at once: one export', async () => {
    await sold('2026-10-12T10:00:00.000Z')
    in2026(11)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => closeMonth(server, shop, october)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await owner().call(accounting.list, {})).items).toHaveLength(1)
  })

  test('by two windows with one id at once: both get the export', async () => {
    await sold('2026-10-12T10:00:00.000Z')
    in2026(11)
    const body = { id: randomUUID(), month: october }
    const answers = await Promise.all([1, 2].map(() => owner().call(accounting.close, { body })))
    expect(answers.map(({ number }) => number)).toEqual([1, 1])
    expect((await owner().call(accounting.list, {})).items).toHaveLength(1)
  })

  test('not before it is over, not after a gap, not with a register that is not counted', async () => {
    await expect(summary(october)).rejects.toMatchObject(refused('accounting:monthNotOver'))
    clock.now = new Date('2026-10-31T22:59:00Z')
    await expect(closeMonth(server, shop, october)).rejects.toMatchObject(refused('accounting:monthNotOver'))
    await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { soldAt: '2026-10-12T10:00:00.000Z' }) })
    in2026(11)
    await expect(summary(october)).rejects.toMatchObject(refused('accounting:openRegister'))
    expect(await owner().call(accounting.list, {})).toMatchObject({ next: october, barrier: 'openRegister' })
    await closeRegisters(database, shop)
    await closeMonth(server, shop, october)
    clock.now = new Date('2027-02-03T09:00:00Z')
    await expect(closeMonth(server, shop, '2026-12-01')).rejects.toMatchObject(refused('accounting:monthOrder'))
  })

  test('the database itself knows: a month once, no gap, and no piece that is not balanced', async () => {
    const insert = (number: number, month: string) =>
      database.write(shop.id, (tx) =>
        tx
          .insertInto('accounting_exports')
          .values({
            pharmacy_id: shop.id,
            number,
            id: randomUUID(),
            month,
            pieces: 0,
            corrections: 0,
            debit: 0,
            created_by: shop.titulaire.id,
            created_at: clock.now,
          })
          .execute(),
      )
    await insert(1, '2026-01-01')
    await expect(insert(2, '2026-01-01')).rejects.toThrow()
    await expect(insert(2, '2026-03-01')).rejects.toThrow()
    await expect(insert(3, '2026-02-01')).rejects.toThrow()
    await expect(insert(2, '2026-02-15')).rejects.toThrow()
    await insert(2, '2026-02-01')
    const line = { account: '571', name: 'Caisse', third: '', thirdName: '', debit: 5, credit: 0 }
    await expect(
      database.write(shop.id, (tx) =>
        tx
          .insertInto('accounting_pieces')
          .values({
            pharmacy_id: shop.id,
            export_number: 1,
            position: 1,
            key: 'sale:x',
            way: 'new',
            hash: 'x',
            day: '2026-01-02',
            journal: 'VT',
            number: '',
            label: '',
            lines: JSON.stringify([line]),
          })
          .execute(),
      ),
    ).rejects.toThrow('not balanced')
  })
})

describe('what a month will hold', () => {
  test('journals, accounts, VAT beside the documents, and the first ten lines of the file', async () => {
    for (let more = 0; more < 6; more++) await sold(`2026-10-1${more}T10:00:00.000Z`)
    in2026(11)
    const said = await summary(october, 'fec')
    expect(said).toMatchObject({
      month: october,
      number: 1,
      unexplained: 0,
      isChartPrescribed: true,
      preview: { lines: 14 },
    })
    expect(said.debit).toBe(said.credit)
    expect(said.journals.map(({ code, pieces }) => [code, pieces])).toEqual([
      ['VT', 6],
      ['ST', 1],
    ])
    expect(said.preview.titles).toHaveLength(18)
    expect(said.preview.rows).toHaveLength(10)
    expect(said.vat).toMatchObject({ lines: [{ group: null, net: 6000, tax: 0 }], aib: 0, documents: 0 })
  })

  test('fees of mobile money and of the bank are charges, and leave what the statements hold', async () => {
    await sold('2026-10-12T10:00:00.000Z', {
      payments: [
        { id: randomUUID(), type: 'MOBILE_MONEY', amount: 1000, phoneOperator: 'MTN', transactionReference: 'MP 1' },
      ],
    })
    const line = { day: '2026-10-12', minutes: 600, reference: 'MP 1', phone: null, label: null, amount: 985, fee: 15 }
    const enter = (kind: 'mobile-money' | 'bank', account: string, lines: (typeof line)[]) =>
      owner().call(moneyStatements.create, { body: { id: randomUUID(), kind, account, lines } })
    await enter('mobile-money', 'MTN', [line])
    await enter('bank', 'BOA', [{ ...line, day: '2026-10-20', reference: 'VIR 7', amount: 5000, fee: 40 }])
    in2026(11)
    await closeMonth(server, shop, october)
    const balance = await booked(database, shop)
    expect([balance('mobile-money', 'MTN'), balance('fees.6317'), balance('bank'), balance('fees.6318')]).toEqual([
      985, 15, -40, 40,
    ])
  })

  test('a disbursement reason without an account is named, until it has one', async () => {
    const reasonId = idOf(shop.id, 'reason')
    await sold('2026-10-12T10:00:00.000Z')
    await owner().call(disbursements.create, {
      body: aDisbursement(shop, { registerId: randomUUID(), amount: 1, reasonId, spentAt: '2026-10-12T11:00:00.000Z' }),
    })
    await closeRegisters(database, shop)
    in2026(11)
    expect((await summary(october)).reasonsWithoutAccount).toEqual(['Transport'])
    await owner().call(pharmacies.changeSettings, { body: { accounts: { [`reason.${reasonId}`]: '6181' } } })
    const said = await summary(october)
    expect(said.reasonsWithoutAccount).toEqual([])
    expect(said.accounts).toContainEqual({ code: '6181', name: 'Transport', debit: 1, credit: 0 })
    await expect(
      owner().call(pharmacies.changeSettings, { body: { accounts: { cash: 'caisse' } } }),
    ).rejects.toMatchObject({ message: 'requests:invalid' })
  })
})

test('a line of fixed width has its bytes, whatever marks its texts have', () => {
  const text = '😀 Œuvre d’un an, e\u0301té'
  expect(windows1252(text)).toHaveLength(text.length)
  expect(windows1252(text).toString('latin1')).toBe('?? \u008Cuvre d\u0092un an, e?té')
})

test('every file of an export, read back as its program does, has the same balanced lines', async () => {
  const { policyId } = await aPolicy(database, shop)
  await sold('2026-10-12T10:00:00.000Z', { patientId: shop.patientId, payments: [insurance(800, policyId), cash(200)] })
  await sold('2026-10-13T10:00:00.000Z')
  in2026(11)
  const { debit } = await closeMonth(server, shop, october)
  for (const name of profileNames) {
    const profile: ColumnProfile = columnProfiles[name]
    const bytes = await fileOf(1, name)
    const place = (field: string) => profile.columns.findIndex((column) => column.field === field)
    const rows = await (async () => {
      if (name === 'xlsx') {
        const reading = await readTableApart('export.xlsx', new Uint8Array(bytes))
        return reading.ok ? reading.file.tables[0].rows.map(({ cells }) => cells) : []
      }
      const text = new TextDecoder(profile.encoding).decode(bytes)
      const own = text.split(profile.eol).slice(profile.head.length + (profile.hasTitles ? 1 : 0), -1)
      if (profile.separator !== null) return own.map((row) => row.split(profile.separator!))
      const starts = profile.columns.map((_, at) =>
        profile.columns.slice(0, at).reduce((sum, { width = 0 }) => sum + width, 0),
      )
      return own.map((row) => starts.map((start, at) => row.slice(start, starts[at + 1]).trim()))
    })()
    const number = (cell: string | undefined) => Number((cell || '0').replace(',', '.'))
    const side = (which: 'debit' | 'credit') =>
      rows.reduce(
        (sum, row) =>
          sum +
          (place('side') === -1
            ? number(row[place(which)])
            : row[place('side')] === which[0]!.toUpperCase()
              ? number(row[place('amount')])
              : 0),
        0,
      )
    expect({ name, rows: rows.length, debit: side('debit'), credit: side('credit') }).toEqual({
      name,
      rows: 7,
      debit,
      credit: debit,
    })
  }
  expect((await owner().call(exports.list, { query: { page: 0, size: 20 } })).items).toContainEqual(
    expect.objectContaining({ list: 'Comptabilité', filters: 'Export 1, 2026-10, FEC', rows: 7 }),
  )
  const { token } = await aMember(database, shop, ['report.see', 'data.export'])
  for (const asked of [
    () => as(token).call(accounting.report, { query: { number: 1, format: 'csv' } }),
    () => as(token).call(accounting.summary, { query: { month: november, format: 'csv' } }),
  ])
    // The stock and the purchases stand there at cost.
    await expect(asked()).rejects.toMatchObject({ message: 'auth:forbidden' })
  expect((await as(token).call(accounting.list, {})).items).toMatchObject([{ number: 1, debit: null }])
  expect((await owner().call(accounting.list, {})).items).toMatchObject([{ number: 1, debit }])
  await expect(owner().call(accounting.report, { query: { number: 2, format: 'csv' } })).rejects.toMatchObject({
    message: 'requests:notFound',
  })
})
