import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { mecef } from '#shared/contract/mecef.ts'
import { type NewSale, type Sale, sales } from '#shared/contract/sales.ts'
import { sum } from '#shared/domain/money.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { aFiscalQueue, aTaxpayer, documentsOf, giveToken } from '#tests/server/support/certifying.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, cash, lineOf } from '#tests/server/support/selling.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation, aVersionOf } from '#tests/server/support/undoing.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const server = await testApp()
const { as, clock, database } = server
const queue = aFiscalQueue(server, simulator)
let shop: Shop
beforeEach(async () => {
  clock.now = new Date()
  simulator.traps.clear()
  simulator.forgetDrafts()
  shop = await aTaxpayer(server, simulator)
})

const close = (sale: NewSale = aSale(shop)): Promise<Sale> => as(shop.vendeur.token).call(sales.close, { body: sale })
const cancel = (id: string) =>
  as(shop.pharmacien.token).call(sales.cancel, { params: { id }, body: aCancellation(shop) })
const documents = (saleId: string) => documentsOf(server, shop, saleId)
const titulaire = () => as(shop.titulaire.token)
const read = (id: string) => titulaire().call(fiscalDocuments.read, { params: { id } })
const settle = (id: string, body: CallInput<typeof fiscalDocuments.settle>['body']) =>
  titulaire().call(fiscalDocuments.settle, { params: { id }, body })
const retry = (id: string) => titulaire().call(fiscalDocuments.retry, { params: { id }, body: {} })
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}
const certifiedOf = () => {
  const { nim } = shopMachine()
  return simulator.certified().filter((invoice) => invoice.nim === nim)
}
let machine: { nim: string } | null = null
const shopMachine = () => machine!
beforeEach(async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ nim: string }>`select fiscal_nim as nim from pharmacies where id = ${shop.id}`.execute(tx),
  )
  machine = rows[0]!
})

test('a closed sale waits, is sent once, and its papers have what the platform gave', async () => {
  const { id } = await close(aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1, 2)] }))
  expect(await documents(id)).toMatchObject([
    { id, kind: 'sale', state: 'waiting', elements: null, totals: { total: 4000 }, prints: 0 },
  ])
  await queue.runWaiting()
  await queue.runWaiting()
  const [document] = await documents(id)
  expect(document).toMatchObject({
    state: 'certified',
    isSimulated: true,
    elements: { nim: shopMachine().nim, code: expect.stringMatching(/^TEST-/) as string },
    totals: {
      groups: [
        { group: 'A', total: 1000, tax: 0 },
        { group: 'B', total: 3000, tax: 458 },
      ],
    },
    payments: [{ means: 'cash', amount: 4000 }],
  })
  expect(certifiedOf()).toMatchObject([{ total: 4000, type: 'FV' }])
  const { exchanges } = await read(id)
  expect(exchanges.map(({ step, status }) => [step, status])).toEqual([
    ['confirm', 200],
    ['draft', 200],
  ])
})

test('the rates of the platform are compared with ours once a day', async () => {
  const differences = () => titulaire().call(mecef.differences, {})
  await close()
  await queue.runWaiting()
  expect(await differences()).toEqual({ checkedAt: clock.now.toISOString(), differences: [] })
  simulator.traps.lay('read', 'other-rates')
  await close(aSale(shop, { identifier: 'K1-9' }))
  await queue.runWaiting()
  expect((await differences()).differences).toEqual([])
  later(86_400_000)
  await close(aSale(shop, { identifier: 'K1-10' }))
  await queue.runWaiting()
  expect((await differences()).differences).toEqual([{ about: 'rate', code: 'B', ours: 1800, theirs: 2000 }])
})

test('a paper is counted: the second one is a duplicate; nothing is printed of what is not certified', async () => {
  const { id } = await close()
  const print = () => as(shop.vendeur.token).call(fiscalDocuments.printed, { params: { id } })
  await expect(print()).rejects.toMatchObject({ message: 'requests:notFound' })
  await queue.runWaiting()
  expect([await print(), await print()]).toEqual([{ before: 0 }, { before: 1 }])
})

test('a return is a credit note that follows its invoice, and never credits more than it', async () => {
  const sale = await close(aSale(shop, { lines: [lineOf(shop, 1, 3)], payments: [cash(4500)] }))
  const bring = (quantity: number) =>
    as(shop.pharmacien.token).call(sales.giveBack, {
      params: { id: sale.id },
      body: aReturn(shop, sale, [{ line: 0, quantity }]),
    })
  const first = await bring(1)
  expect(await documents(sale.id)).toMatchObject([
    { kind: 'sale', state: 'waiting' },
    { kind: 'credit', state: 'waiting', returnId: first.id, totals: { total: 1500 } },
  ])
  await queue.runWaiting()
  await bring(2)
  await queue.runWaiting()
  const [invoice, ...notes] = await documents(sale.id)
  expect(notes).toMatchObject([
    { state: 'certified', originalCode: invoice!.elements!.code },
    { state: 'certified', originalCode: invoice!.elements!.code },
  ])
  expect(sum(notes.map(({ totals }) => totals!.total))).toBe(invoice!.totals!.total)
  expect(certifiedOf().map(({ type, total, credited }) => [type, total, credited])).toEqual([
    ['FV', 4500, 4500],
    ['FA', 1500, 0],
    ['FA', 3000, 0],
  ])
})

describe('a sale that is undone', () => {
  test('before anything was sent: nothing is sent', async () => {
    const { id } = await close()
    await cancel(id)
    await queue.runWaiting()
    expect(await documents(id)).toMatchObject([{ state: 'settled', elements: null }])
    expect(await read(id)).toMatchObject({ settlement: { way: 'canceled', reason: 'Erreur de produit' } })
    expect(certifiedOf()).toEqual([])
  })

  test('after it was certified: a credit note of all of it; a new version is an invoice of its own', async () => {
    const sold = await close()
    await queue.runWaiting()
    const version = await as(shop.pharmacien.token).call(sales.close, {
      body: aVersionOf(shop, sold, { lines: [lineOf(shop, 1)] }),
    })
    await queue.runWaiting()
    await queue.runWaiting()
    expect(await documents(sold.id)).toMatchObject([
      { kind: 'sale', state: 'certified' },
      { kind: 'credit', state: 'certified', returnId: null, totals: { total: 1000 } },
    ])
    expect(await documents(version.id)).toMatchObject([{ kind: 'sale', state: 'certified', totals: { total: 1500 } }])
    expect(
      certifiedOf()
        .map(({ type, total }) => `${type} ${total}`)
        .toSorted(),
    ).toEqual(['FA 1000', 'FV 1000', 'FV 1500'])
  })

  test('while nobody knows whether it was certified: its credit note waits for what is decided', async () => {
    const { id } = await uncertain()
    await cancel(id)
    await queue.runWaiting()
    expect(await documents(id)).toMatchObject([{ state: 'uncertain' }, { kind: 'credit', state: 'waiting' }])
    await settle(id, { way: 'never', reason: 'Absente du portail' })
    await queue.runWaiting()
    expect(await documents(id)).toMatchObject([{ state: 'settled' }, { kind: 'credit', state: 'settled' }])
    expect(certifiedOf().map(({ type }) => type)).toEqual(['FV'])
  })
})

/** A sale whose confirmation was done and not heard of, and whose draft is gone. */
async function uncertain(): Promise<Sale> {
  const sale = await close()
  simulator.traps.lay('confirm', 'unseen')
  await queue.runWaiting()
  simulator.forgetDrafts()
  later(20 * 60_000)
  await queue.runWaiting()
  expect(await documents(sale.id)).toMatchObject([{ state: 'uncertain', elements: null }])
  return sale
}

describe('to verify', () => {
  test('is never sent again; its evidence says what to look for', async () => {
    const { id } = await uncertain()
    later(86_400_000)
    await queue.runWaiting()
    await expect(retry(id)).rejects.toMatchObject({ message: 'fiscalDocuments:decided' })
    expect(certifiedOf()).toHaveLength(1)
    expect((await read(id)).evidence).toMatchObject({
      uid: expect.any(String) as string,
      total: 1000,
      confirmations: 2,
    })
  })

  test('found on the portal: certified with what was typed, once, and a credit note of it follows', async () => {
    const { id } = await uncertain()
    const [made] = certifiedOf()
    const code = made!.code.match(/.{4}/g)!.join('-')
    const [day] = clock.now.toISOString().split('T') as [string]
    const at = `${day.split('-').toReversed().join('/')} 10:00:00`
    const body = { way: 'found', code, counters: '1/2 FV', at, reason: 'Lue au portail' } as const
    const settled = await settle(id, body)
    expect(settled).toMatchObject({ state: 'certified', code, settlement: { way: 'found', reason: 'Lue au portail' } })
    expect(settled.elements!.qr).toBe(
      `F;${shopMachine().nim};${made!.code};3201900000017;${day.replaceAll('-', '')}100000`,
    )
    expect(await settle(id, body)).toEqual(settled)
    await expect(settle(id, { way: 'never', reason: 'Autre avis' })).rejects.toMatchObject({
      message: 'fiscalDocuments:decided',
    })
    await cancel(id)
    await queue.runWaiting()
    expect(certifiedOf().map(({ type, credited }) => [type, credited])).toEqual([
      ['FV', 1000],
      ['FA', 0],
    ])
  })

  test('a code that is none, that another document has, or an hour that cannot be, is refused at its field', async () => {
    const known = await close(aSale(shop, { identifier: 'K1-1' }))
    await queue.runWaiting()
    const { code } = (await read(known.id)) as { code: string }
    const sale = await close(aSale(shop, { identifier: 'K1-2' }))
    simulator.traps.lay('confirm', 'unseen')
    await queue.runWaiting()
    simulator.forgetDrafts()
    later(20 * 60_000)
    await queue.runWaiting()
    const at = `${clock.now.toISOString().slice(0, 10).split('-').toReversed().join('/')} 10:00:00`
    const found = {
      way: 'found',
      code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF',
      counters: '1/2 FV',
      at,
      reason: 'Lue',
    } as const
    const refused = (message: string, path: string, text: RegExp) => ({
      message,
      details: { issues: [{ path, message: expect.stringMatching(text) as string }] },
    })
    for (const [body, refusal] of [
      [{ ...found, code: 'AAAA-BBBB' }, refused('requests:invalid', 'body.code', /24 lettres/)],
      [
        { ...found, code: code.toLowerCase().replaceAll('-', ' ') },
        refused('requests:taken', 'body.code', /déjà celui.*vente/),
      ],
      [{ ...found, at: '01/01/1970 10:00:00' }, refused('requests:invalid', 'body.at', /avant la vente/)],
      [{ ...found, at: '01/01/2999 10:00:00' }, refused('requests:invalid', 'body.at', /futur/)],
      [{ way: 'credited', creditCode: 'X', reason: 'Lue' }, refused('requests:invalid', 'body.creditCode', /24/)],
      [{ way: 'credited', creditCode: code, reason: 'Lue' }, refused('requests:taken', 'body.creditCode', /déjà/)],
    ] as const)
      await expect(settle(sale.id, body)).rejects.toMatchObject(refusal)
    expect(await documents(sale.id)).toMatchObject([{ state: 'uncertain' }])
    const typed = await settle(sale.id, { ...found, code: 'aaaa bbbb cccc dddd eeee ffff' })
    expect(typed).toMatchObject({ state: 'certified', code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF' })
  })

  test('a code typed for another document while its own answer was under way: a person decides which one it is', async () => {
    const { id } = await uncertain()
    const before = certifiedOf().length
    const other = await close(aSale(shop, { identifier: 'K1-9' }))
    const at = `${clock.now.toISOString().slice(0, 10).split('-').toReversed().join('/')} 10:00:00`
    let isTyped = false
    const typing = {
      ...database,
      read: async <T>(pharmacyId: string, work: Parameters<typeof database.read<T>>[1]) => {
        if (!isTyped && certifiedOf().length > before) {
          isTyped = true
          const { code } = certifiedOf().at(-1)!
          await settle(id, { way: 'found', code, counters: '1/2 FV', at, reason: 'Lue au portail' })
        }
        return database.read(pharmacyId, work)
      },
    }
    await aFiscalQueue({ ...server, database: typing }, simulator).runWaiting()
    expect(await read(other.id)).toMatchObject({
      state: 'uncertain',
      evidence: { code: expect.stringMatching(/^TEST-/) as string },
    })
  })

  test('credited there: nothing more is sent of it', async () => {
    const { id } = await uncertain()
    expect(
      await settle(id, { way: 'credited', creditCode: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF', reason: 'Avoir fait' }),
    ).toMatchObject({
      state: 'settled',
      settlement: { way: 'credited', creditCode: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF' },
    })
    await cancel(id)
    expect(await documents(id)).toHaveLength(1)
  })
})

test('without a tax group a sale is closed and waits; with one it is whole at the rate of its day', async () => {
  const section = (code: string | null) =>
    database.platform((tx) =>
      sql`update pharmacy_products set section = ${code} where pharmacy_id = ${shop.id}
        and id = ${shop.products[1]}`.execute(tx),
    )
  await section(null)
  const { id } = await close(aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] }))
  await queue.runWaiting()
  expect(await documents(id)).toMatchObject([{ state: 'incomplete', totals: null }])
  expect(await read(id)).toMatchObject({ incompleteLines: ['Doliprane 1 g'] })
  await expect(retry(id)).rejects.toMatchObject({ message: 'fiscalDocuments:stillIncomplete' })
  await section('parapharmacie')
  expect(await retry(id)).toMatchObject({ state: 'waiting', total: 2500 })
  await queue.runWaiting()
  expect(await documents(id)).toMatchObject([
    {
      state: 'certified',
      totals: {
        groups: [
          { group: 'A', total: 1000 },
          { group: 'B', total: 1500, tax: 229 },
        ],
      },
    },
  ])
  const sale = (await titulaire().call(sales.read, { params: { id } })) as Sale
  expect(sale.taxes).toMatchObject([{ group: 'A' }, { group: 'B', rate: 1800, tax: 229 }])
})

test('an outage: the platform is asked once, the others wait; then all are certified in the order of selling', async () => {
  const sold: Sale[] = []
  for (const minute of [3, 1, 2]) {
    const soldAt = new Date(clock.now.getTime() - 600_000 + minute * 60_000).toISOString()
    sold.push(await close(aSale(shop, { identifier: `K1-${minute}`, soldAt, lines: [lineOf(shop, 0, minute)] })))
  }
  simulator.traps.lay('draft', 'lost')
  await queue.runWaiting()
  await queue.runWaiting()
  const asked = await titulaire().call(fiscalDocuments.list, { query: { page: 0, size: 10, sort: 'soldAt' } })
  expect(asked.items.map(({ attempts, state }) => [attempts, state])).toEqual([
    [1, 'waiting'],
    [0, 'waiting'],
    [0, 'waiting'],
  ])
  later(20 * 60_000)
  await queue.runWaiting()
  expect(certifiedOf().map(({ total }) => total)).toEqual([1000, 2000, 3000])
})

test('without a token nothing is sold, but what was sold without a network is kept; when it is set all is sent', async () => {
  shop = await aTaxpayer(server, simulator, { hasToken: false })
  await expect(close()).rejects.toMatchObject({
    message: 'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken',
    details: { token: 'missing' },
  })
  const soldAt = new Date(clock.now.getTime() - 3_600_000).toISOString()
  const { id } = await close(aSale(shop, { soldAt }))
  await queue.runWaiting()
  expect(await read(id)).toMatchObject({ state: 'waiting', trouble: 'aucun jeton n’est enregistré', exchanges: [] })
  await giveToken(server, simulator, shop)
  await queue.runWaiting()
  expect(await documents(id)).toMatchObject([{ state: 'certified' }])
  clock.now = new Date(clock.now.getTime() + 31 * 86_400_000)
  await expect(close(aSale(shop, { soldAt: clock.now.toISOString() }))).rejects.toMatchObject({
    message: 'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken',
    details: { token: 'expired' },
  })
})

test('a pharmacy that does not sell in an outage: the sale waits, and goes as soon as the platform answers', async () => {
  await database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"fiscalOutage": "block"}' where id = ${shop.id}`.execute(tx),
  )
  const sell = () => close(aSale(shop, { soldAt: clock.now.toISOString() }))
  await sell()
  simulator.traps.lay('draft', 'lost')
  await queue.runWaiting()
  await expect(sell()).rejects.toMatchObject({ message: 'sales:cannotCreateInvoiceEMECeF' })
  await queue.runWaiting()
  await sell()
  simulator.traps.lay('confirm', 'lost')
  await queue.runWaiting()
  await expect(sell()).rejects.toMatchObject({ message: 'sales:cannotValidateInvoiceEMECeF' })
  await queue.runWaiting()
  await sell()
  await queue.runWaiting()
  expect(certifiedOf()).toHaveLength(3)
})

test('a code, a client, a machine, a number or a sum finds its document', async () => {
  const sold = await close()
  await queue.runWaiting()
  const find = async (query: { search?: string; state?: string }) =>
    (await titulaire().call(fiscalDocuments.list, { query: { page: 0, size: 10, ...query } })).items.map(({ id }) => id)
  const { code } = (await read(sold.id)) as { code: string }
  for (const query of [
    { search: code },
    { search: code.replaceAll('-', '').toLowerCase() },
    { search: shopMachine().nim },
    { search: '1000' },
    { state: 'certified,waiting' },
  ])
    expect(await find(query)).toEqual([sold.id])
  for (const query of [{ search: 'inconnu' }, { search: '999' }, { state: 'waiting,rejected' }])
    expect(await find(query)).toEqual([])
})

test('what is certified cannot be changed, not even by a statement', async () => {
  const { id } = await close()
  await queue.runWaiting()
  for (const change of [sql`state = 'waiting', elements = null`, sql`total = 1`, sql`elements = '{}'`])
    await expect(
      database.platform((tx) => sql`update fiscal_documents set ${change} where id = ${id}`.execute(tx)),
    ).rejects.toThrow('is certified')
})

test('the documents of another pharmacy are not there; who may not decide is refused', async () => {
  const { id } = await close()
  const other = await aTaxpayer(server, simulator)
  const stranger = as(other.titulaire.token)
  for (const ask of [
    () => stranger.call(fiscalDocuments.read, { params: { id } }),
    () => stranger.call(fiscalDocuments.ofSale, { params: { id } }),
    () => stranger.call(fiscalDocuments.printed, { params: { id } }),
    () => stranger.call(fiscalDocuments.retry, { params: { id }, body: {} }),
    () => titulaire().call(fiscalDocuments.read, { params: { id: idOf('nobody') } }),
  ])
    await expect(ask()).rejects.toMatchObject({ message: 'requests:notFound' })
  await expect(
    as(shop.pharmacien.token).call(fiscalDocuments.retry, { params: { id }, body: {} }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('a process that slept while it asked sends nothing more: another lease of the same process is another one', async () => {
  const { id } = await close()
  simulator.traps.setDelay(500)
  const asleep = queue.runWaiting()
  const isAsking = async () => {
    const { rows } = await database.platform((tx) =>
      sql<{ step: string }>`select progress ->> 'step' as step from fiscal_documents where id = ${id}`.execute(tx),
    )
    expect(rows[0]!.step).toBe('drafting')
  }
  await vi.waitFor(isAsking, { interval: 10, timeout: 20_000 })
  later(3 * 60_000)
  await Promise.all([asleep, queue.runWaiting()]).finally(() => simulator.traps.setDelay(0))
  expect(certifiedOf()).toHaveLength(1)
  expect(await documents(id)).toMatchObject([{ state: 'certified' }])
})

test('what a lost lease learned is not written: it was refused what the next one certifies', async () => {
  const { id } = await close()
  const group = (code: string) =>
    database.platform((tx) =>
      sql`update fiscal_documents set content = jsonb_set(content, '{lines,0,group}', ${JSON.stringify(code)}::jsonb)
        where id = ${id}`.execute(tx),
    )
  await group('Z')
  simulator.traps.setDelay(500)
  const asleep = queue.runWaiting()
  const isAsking = async () => {
    const { rows } = await database.platform((tx) =>
      sql<{ step: string }>`select progress ->> 'step' as step from fiscal_documents where id = ${id}`.execute(tx),
    )
    expect(rows[0]!.step).toBe('drafting')
  }
  await vi.waitFor(isAsking, { interval: 10, timeout: 20_000 })
  await group('A')
  later(3 * 60_000)
  await Promise.all([asleep, queue.runWaiting()]).finally(() => simulator.traps.setDelay(0))
  expect(await documents(id)).toMatchObject([{ state: 'certified' }])
})

test('an answer that comes after another process gave the document up is written all the same', async () => {
  const { id } = await close()
  simulator.traps.setDelay(500)
  const slow = queue.runWaiting()
  const givesUp = async () => {
    const { numAffectedRows } = await database.platform((tx) =>
      sql`update fiscal_documents set state = 'uncertain', progress = null, next_at = null, evidence = '{"uid": "one"}'
        where id = ${id} and progress ->> 'step' = 'confirming'`.execute(tx),
    )
    expect(numAffectedRows).toBe(1n)
  }
  await vi.waitFor(givesUp, { interval: 10, timeout: 20_000 })
  await slow.finally(() => simulator.traps.setDelay(0))
  const [document] = await documents(id)
  expect(document).toMatchObject({ state: 'certified' })
  expect((await read(id)).evidence).toBeNull()
  expect(certifiedOf()).toHaveLength(1)
})

/** Fails at random: a call of the platform, or the process itself, before or after what it commits. */
test('sixty sales, two processes, random failures: none is certified twice, none is forgotten', async () => {
  const sold: Sale[] = []
  for (let n = 1; n <= 60; n += 1)
    sold.push(await close(aSale(shop, { identifier: `K1-${n}`, lines: [lineOf(shop, n % 2 === 0 ? 0 : 1, 1)] })))
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  let isBroken = true
  const dying = {
    ...database,
    read: async <T>(id: string, work: Parameters<typeof database.read<T>>[1]) => {
      if (isBroken && random() < 0.04) throw new Error('killed before')
      const done = await database.read(id, work)
      if (isBroken && random() < 0.04) throw new Error('killed after')
      return done
    },
  }
  const queues = [0, 1].map(() => aFiscalQueue({ ...server, database: dying }, simulator, () => {}))
  for (let round = 0; round < 80; round += 1) {
    const trap = (['lost', 'unseen', 'error-500', 'html', 'empty', 'processing-error', 'off-by-one'] as const)[
      Math.floor(random() * 7)
    ]!
    if (random() < 0.7) simulator.traps.lay(random() < 0.5 ? 'draft' : 'confirm', trap)
    if (random() < 0.1) simulator.forgetDrafts()
    await Promise.allSettled(queues.map((each) => each.runWaiting()))
    later(20 * 60_000)
  }
  isBroken = false
  simulator.traps.clear()
  await queue.runWaiting()
  later(20 * 60_000)
  await queue.runWaiting()

  const { items } = await titulaire().call(fiscalDocuments.list, { query: { page: 0, size: 100 } })
  expect(items).toHaveLength(sold.length)
  const byState = (state: string) => items.filter((item) => item.state === state)
  const codes = byState('certified').map(({ code }) => code!.replaceAll('-', ''))
  expect(new Set(codes).size).toBe(codes.length)
  // A document whose answer was lost may stand on the platform; each such invoice is one that a person is asked about.
  const unknown = certifiedOf().filter(({ code }) => !codes.includes(code))
  expect(unknown.length).toBeLessThanOrEqual(byState('uncertain').length)
  expect(codes.every((code) => certifiedOf().some((invoice) => invoice.code === code))).toBe(true)
  expect(byState('certified').length + byState('uncertain').length + byState('rejected').length).toBe(sold.length)
  for (const { id } of byState('uncertain'))
    expect((await read(id)).evidence).toMatchObject({ uid: expect.any(String) as string })
}, 120_000)
