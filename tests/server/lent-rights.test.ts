import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { lentRights } from '#shared/contract/lent-rights.ts'
import { movements } from '#shared/contract/movements.ts'
import { parkedSales } from '#shared/contract/parked-sales.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { createGrant, createToken, type Grant } from '#shared/contract/tokens.ts'
import { roles, users } from '#shared/contract/users.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { idOf, type Shop } from '#tests/server/support/shop.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aPin } from '#tests/server/support/pins.ts'
import {
  aClosing,
  aCounting,
  aDisbursement,
  aHandOver,
  aMovement,
  aReceiptPhoto,
  aReopening,
  anOpening,
} from '#tests/server/support/registering.ts'
import { aParkedContent } from '#tests/server/support/parking.ts'
import { aQuickPatient, openContract } from '#tests/server/support/quick-patients.ts'
import { aReturn } from '#tests/server/support/returning.ts'
import { aSale, quantityOf } from '#tests/server/support/selling.ts'
import { aLotBlock, anAdjustment, anUnpacking } from '#tests/server/support/stock-acting.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { aCancellation } from '#tests/server/support/undoing.ts'
import { aLot } from '#tests/server/support/lots.ts'

const { as, clock, database, openShop } = await testApp()
let shop: Shop
let count = 0
let pharmacist: { id: string; pin: string }
let registerId: string

beforeEach(async () => {
  shop = await openShop(`lent rights ${count++}`)
  clock.now = new Date('2026-03-02T18:05:00Z')
  pharmacist = await aMember(shop, [
    'sale.cancel',
    'sale.date',
    'sale.takeover',
    'sale.regularise',
    'contract.edit',
    'register.reopen',
    'disbursement.create',
    'register.close',
    'stock.adjust',
  ])
  registerId = randomUUID()
  await as(shop.terminal.token).call(cashRegisters.open, {
    body: { ...anOpening(shop), id: registerId, openedAt: '2026-03-02T07:00:00.000Z' },
  })
})
afterEach(async () => {
  expect(await brokenLedgers(database, shop.id)).toEqual([])
})

/** A member whose only role has these rights. */
async function aMember(of: Shop, permissions: Permission[]) {
  const titulaire = as(of.titulaire.token)
  const role = await titulaire.call(roles.create, { body: { name: `r ${randomUUID()}`, permissions } })
  const pin = aPin()
  const { id } = await titulaire.call(users.create, {
    body: { firstName: 'Ama', lastName: 'Koffi', roleIds: [role.id], pin },
  })
  return { id, pin }
}

/** The pharmacist lends a right at the till of the seller. `amount`: the money that may move, in minor units. */
async function lend(
  permission: Permission,
  subjectId: string,
  of: Shop = shop,
  giver = pharmacist,
  amount?: number,
): Promise<Grant> {
  const { id, at, expiresAt } = await as(of.terminal.token).call(createGrant, {
    body: { permission, subjectId, userId: giver.id, pin: giver.pin, terminalId: of.terminal.id, amount },
  })
  return { id, permission, subjectId, at, expiresAt, grantedBy: giver.id, sessionId: null }
}

async function sold() {
  const sale = aSale(shop, { registerId, soldAt: '2026-03-02T12:00:00.000Z' })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  return sale
}

const till = () => as(shop.terminal.token)
const seller = () => as(shop.vendeur.token)
const by = () => ({ seller: shop.vendeur })

/** One gesture that a seller may not make: its right, its subject, and the call; a new id makes another gesture. */
type Gesture = {
  permission: Permission
  subjectId: string
  run: (grant: Grant | undefined, id?: string) => Promise<unknown>
}
const gestures: Record<string, () => Promise<Gesture>> = {
  'cancels a sale': async () => {
    const { id: subjectId } = await sold()
    return {
      permission: 'sale.cancel',
      subjectId,
      run: (grant, id = idOf(subjectId, 'once')) =>
        seller().call(sales.cancel, {
          params: { id: subjectId },
          body: { ...aCancellation(shop), id, registerId, grant },
        }),
    }
  },
  'takes a line back': async () => {
    const sale = aSale(shop, {
      registerId,
      soldAt: '2026-03-02T12:00:00.000Z',
      lines: [{ lot: shop.lots[0], price: 1000, quantity: 3 }],
    })
    await as(shop.vendeur.token).call(sales.close, { body: sale })
    return {
      permission: 'sale.cancel',
      subjectId: sale.id,
      run: (grant, id = idOf(sale.id, 'once')) =>
        seller().call(sales.giveBack, {
          params: { id: sale.id },
          body: {
            ...aReturn(shop, sale, [{ line: 0, quantity: 1 }], { registerId, returnedAt: '2026-03-02T18:00:00.000Z' }),
            id,
            grant,
          },
        }),
    }
  },
  'corrects a date': async () => {
    const { id: subjectId } = await sold()
    return {
      permission: 'sale.date',
      subjectId,
      run: (grant, id) =>
        seller().call(sales.setDate, {
          params: { id: subjectId },
          body: {
            soldAt: id ? '2026-03-02T10:00:00.000Z' : '2026-03-02T11:00:00.000Z',
            reason: 'Heure fausse',
            grant,
          },
        }),
    }
  },
  'takes the sale of a colleague over': async () => {
    const subjectId = randomUUID()
    await as(shop.titulaire.token).call(parkedSales.park, {
      params: { id: subjectId },
      body: { terminalId: randomUUID(), content: aParkedContent(shop) },
    })
    return {
      permission: 'sale.takeover',
      subjectId,
      run: (grant, terminalId = idOf(subjectId, 'once')) =>
        seller().call(parkedSales.take, { params: { id: subjectId }, body: { terminalId, version: 1, grant } }),
    }
  },
  'pays out': () =>
    Promise.resolve({
      permission: 'disbursement.create',
      subjectId: registerId,
      run: (grant, id = idOf(registerId, 'once')) =>
        till().call(disbursements.create, { body: { ...aDisbursement(shop, by()), id, registerId, grant } }),
    }),
  'puts money into the bank': () =>
    Promise.resolve({
      permission: 'disbursement.create',
      subjectId: registerId,
      run: (grant, id = idOf(registerId, 'once')) =>
        till().call(movements.create, {
          body: { ...aMovement(shop, { ...by(), registerId, gesture: { kind: 'deposit' } }), id, grant },
        }),
    }),
  'hands over the register of a colleague': async () => {
    const receiver = await aMember(shop, ['register.use'])
    const code = await lend('register.use', registerId, shop, receiver)
    return {
      permission: 'register.close',
      subjectId: registerId,
      run: (grant, id = idOf(registerId, 'once')) =>
        till().call(cashRegisters.handOver, {
          params: { id: registerId },
          body: {
            ...aHandOver(shop, { ...by(), receivedBy: receiver.id }),
            id,
            grant,
            taking: { grant: code, given: null, remark: null },
          },
        }),
    }
  },
  'corrects a stock': () =>
    Promise.resolve({
      permission: 'stock.adjust',
      subjectId: shop.lots[0],
      run: (grant, id = idOf(shop.id, 'once')) =>
        till().call(stockActs.adjust, { body: { ...anAdjustment(shop, by()), id, grant } }),
    }),
  'sets a lot aside': () =>
    Promise.resolve({
      permission: 'stock.adjust',
      subjectId: shop.lots[0],
      run: (grant, id = idOf(shop.id, 'once')) =>
        till().call(stockActs.block, { body: { ...aLotBlock(shop, by()), id, grant } }),
    }),
  'opens a box': async () => {
    const lot = await aLot(database, shop, { units: 10 })
    return {
      permission: 'stock.adjust',
      subjectId: lot.id,
      run: (grant, id = idOf(lot.id, 'once')) =>
        till().call(stockActs.unpack, { body: { ...anUnpacking(shop, by()), stockItemId: lot.id, id, grant } }),
    }
  },
}

describe.each(Object.keys(gestures))('a seller who %s', (name) => {
  const forbidden = { message: 'auth:forbidden', status: 403 }
  const elsewhere = (): Promise<Gesture> => gestures[name]!()

  test('may with the right that a pharmacist lent, once; both names are kept', async () => {
    const { permission, subjectId, run } = await elsewhere()
    await expect(run(undefined)).rejects.toMatchObject(forbidden)
    const grant = await lend(permission, subjectId)
    await run(grant, name === 'corrects a date' ? undefined : randomUUID())
    expect(
      await database.read(shop.id, (tx) =>
        tx.selectFrom('grants').selectAll().where('id', '=', grant.id).executeTakeFirst(),
      ),
    ).toMatchObject({ granted_by: pharmacist.id, used_by: shop.vendeur.id, subject_id: subjectId, proven: true })
    await expect(run(grant, randomUUID())).rejects.toMatchObject(forbidden)
  })

  test('and repeats it gets the same answer', async () => {
    const { permission, subjectId, run } = await elsewhere()
    const grant = await lend(permission, subjectId)
    const first = await run(grant, name === 'corrects a date' ? undefined : idOf(subjectId, 'same'))
    expect(await run(grant, name === 'corrects a date' ? undefined : idOf(subjectId, 'same'))).toEqual(first)
  })

  test('may not with a right for something else, of another pharmacy, too old, invented, or given without the server', async () => {
    const { permission, subjectId, run } = await elsewhere()
    const stranger = await openShop(`lent rights stranger ${count++}`)
    const theirs = await aMember(stranger, [permission])
    const right = await lend(permission, subjectId)
    const wrong: Grant[] = [
      await lend(permission, randomUUID()),
      await lend(permission === 'sale.date' ? 'sale.cancel' : 'sale.date', subjectId),
      { ...(await lend(permission === 'sale.date' ? 'sale.cancel' : 'sale.date', subjectId)), permission },
      await lend(permission, subjectId, stranger, theirs),
      { ...right, id: randomUUID() },
      { ...right, id: randomUUID(), sessionId: randomUUID() },
    ]
    for (const grant of wrong) await expect(run(grant, randomUUID())).rejects.toMatchObject(forbidden)
  })
})

test('one code serves the counts of a register and its closing, and no other register', async () => {
  const grant = await lend('register.close', registerId)
  const counting = { ...aCounting(shop, { ...by(), cash: 20_000 }), grant }
  await till().call(cashRegisters.count, { params: { id: registerId }, body: counting })
  await till().call(cashRegisters.close, {
    params: { id: registerId },
    body: { ...aClosing(shop, { ...by(), cash: 20_000 }), grant },
  })
  const second = randomUUID()
  await till().call(cashRegisters.open, {
    body: { ...anOpening(shop), id: second, openedAt: '2026-03-02T17:00:00.000Z' },
  })
  await expect(
    till().call(cashRegisters.close, { params: { id: second }, body: { ...aClosing(shop, by()), grant } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('a closing whose count was made in time may end later; an unused code may not, and a closed register needs another one', async () => {
  const grant = await lend('register.close', registerId)
  const params = { id: registerId }
  const count = () => ({ ...aCounting(shop, { ...by(), countedAt: clock.now.toISOString() }), grant })
  const close = () => ({ ...aClosing(shop, { ...by(), countedAt: clock.now.toISOString() }), grant })
  const unused = await lend('register.close', registerId)
  await till().call(cashRegisters.count, { params, body: count() })
  clock.now = new Date(clock.now.getTime() + 35 * 60_000)
  await expect(till().call(cashRegisters.close, { params, body: { ...close(), grant: unused } })).rejects.toMatchObject(
    { message: 'auth:forbidden' },
  )
  expect(await till().call(cashRegisters.close, { params, body: close() })).toMatchObject({ state: 'CLOSED' })
  await till().call(cashRegisters.reopen, { params, body: aReopening(shop) })
  for (const again of [
    till().call(cashRegisters.count, { params, body: count() }),
    till().call(cashRegisters.close, { params, body: close() }),
  ])
    await expect(again).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('what is open is left behind with the right to reopen, which another member lent beside the one to close', async () => {
  const params = { id: registerId }
  const unfinished = [{ id: randomUUID(), identifier: 'K1-7', total: 4500, state: 'open' as const }]
  const body = { ...aClosing(shop, { ...by(), unfinished, comment: 'Client parti' }) }
  const grant = await lend('register.close', registerId)
  await expect(
    till().call(cashRegisters.close, { params, body: { ...body, id: randomUUID(), grant } }),
  ).rejects.toMatchObject({ message: 'cashRegisters:unfinishedSales' })
  const passingOver = await lend('register.reopen', registerId)
  await till().call(cashRegisters.close, { params, body: { ...body, grant, passingOver } })
  const used = await database.read(shop.id, (tx) =>
    tx.selectFrom('grants').select(['permission', 'used_by']).where('used_for', '=', body.id).execute(),
  )
  expect(used.toSorted((one, other) => one.permission.localeCompare(other.permission))).toEqual([
    { permission: 'register.close', used_by: shop.vendeur.id },
    { permission: 'register.reopen', used_by: shop.vendeur.id },
  ])
})

test('a card gets a rate above its contract’s with a right that was lent for this contract and this rate', async () => {
  const { contractId } = await openContract(database, shop)
  const made = async (coverage: number, grant: Grant) =>
    (
      await till().call(persons.createPatientByQuickWay, {
        body: {
          ...aQuickPatient(shop, {
            seller: shop.vendeur,
            policy: { id: randomUUID(), contractId, number: randomUUID(), coverage, holderId: null },
          }),
          grant,
        },
      })
    ).policies[0]?.coverage
  const lendRate = (subjectId: string, amount: number) => lend('contract.edit', subjectId, shop, pharmacist, amount)
  const grant = await lendRate(contractId, 90)
  expect(await made(100, grant)).toBeNull()
  expect(await made(90, await lendRate(randomUUID(), 90))).toBeNull()
  expect(await made(90, grant)).toBe(90)
  expect(await made(90, grant)).toBeNull()
})

test('a right that was lent without a network is worth half an hour too', async () => {
  const terminalId = randomUUID()
  const { offlineSessionId } = await till().call(createToken, {
    body: { userId: pharmacist.id, pin: pharmacist.pin, terminalId },
  })
  const adjust = (minutesLater: number) =>
    till().call(stockActs.adjust, {
      body: {
        ...anAdjustment(shop, by()),
        id: randomUUID(),
        terminalId,
        doneAt: new Date(clock.now.getTime() + minutesLater * 60_000).toISOString(),
        grant: {
          id: randomUUID(),
          permission: 'stock.adjust',
          subjectId: shop.lots[0],
          grantedBy: pharmacist.id,
          at: clock.now.toISOString(),
          expiresAt: '2026-03-03T18:00:00.000Z',
          sessionId: offlineSessionId!,
        },
      },
    })
  await expect(adjust(31)).rejects.toMatchObject({ message: 'auth:forbidden' })
  await adjust(29)
})

test('who paid out with a lent right adds the receipt, to no other disbursement', async () => {
  const own = { ...aDisbursement(shop, by()), registerId, grant: await lend('disbursement.create', registerId) }
  const others = { ...aDisbursement(shop), registerId }
  await till().call(disbursements.create, { body: own })
  await till().call(disbursements.create, { body: others })
  const photograph = (id: string) => till().call(disbursements.addPhoto, { body: aReceiptPhoto(shop, id, by()) })
  await photograph(own.id)
  await expect(photograph(others.id)).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('a right that was lent for one amount pays out this amount, and goes to the bank with it only', async () => {
  const lendFor = (amount: number) => lend('disbursement.create', registerId, shop, pharmacist, amount)
  const payOut = (amount: number, grant: Grant) =>
    till().call(disbursements.create, { body: { ...aDisbursement(shop, { ...by(), amount }), registerId, grant } })
  const deposit = (amount: number, grant: Grant) =>
    till().call(movements.create, {
      body: { ...aMovement(shop, { ...by(), registerId, gesture: { kind: 'deposit' }, amount }), grant },
    })
  const grant = await lendFor(3000)
  const forbidden = { message: 'auth:forbidden' }
  for (const amount of [3001, 300, 30_000]) {
    await expect(payOut(amount, grant)).rejects.toMatchObject(forbidden)
    await expect(deposit(amount, grant)).rejects.toMatchObject(forbidden)
    // The server's own record counts, not what the body says of it.
    await expect(payOut(amount, { ...grant, amount })).rejects.toMatchObject(forbidden)
  }
  await payOut(3000, grant)
  await deposit(5000, await lendFor(5000))
})

test('a lent right is worth half an hour', async () => {
  const { id: subjectId } = await sold()
  const grant = await lend('sale.cancel', subjectId)
  clock.now = new Date(clock.now.getTime() + 31 * 60_000)
  await expect(
    seller().call(sales.cancel, { params: { id: subjectId }, body: { ...aCancellation(shop), registerId, grant } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
  expect(await quantityOf(database, shop, shop.lots[0])).toBe(99)
})

test('nobody lends what he does not have, and the till itself is not a member', async () => {
  const { id } = await sold()
  const cashier = await aMember(shop, ['register.close'])
  await expect(lend('sale.cancel', id, shop, cashier)).rejects.toMatchObject({ message: 'tokens:lacksRight' })
  const grant = await lend('sale.cancel', id)
  await expect(
    till().call(sales.cancel, { params: { id }, body: { ...aCancellation(shop), registerId, grant } }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
})

test('the journal of lent rights names both and what for; the register says so too, and no other pharmacy sees it', async () => {
  const { id } = await sold()
  const grant = await lend('sale.cancel', id)
  await seller().call(sales.cancel, { params: { id }, body: { ...aCancellation(shop), registerId, grant } })
  clock.now = new Date(clock.now.getTime() + 60_000)
  const paid = await lend('disbursement.create', registerId, shop, pharmacist, 3000)
  await till().call(disbursements.create, { body: { ...aDisbursement(shop, by()), registerId, grant: paid } })
  clock.now = new Date(clock.now.getTime() + 60_000)
  const adjusting = await lend('stock.adjust', shop.lots[0])
  await till().call(stockActs.adjust, { body: { ...anAdjustment(shop, by()), grant: adjusting } })
  // Given and never used: nothing was done with it.
  await lend('sale.date', id)

  const owner = as(shop.titulaire.token)
  const { items, total } = await owner.call(lentRights.list, { query: {} })
  expect(total).toBe(3)
  const named = { grantedByName: 'KOFFI Ama', usedByName: 'DOSSOU Afi', isProven: true }
  expect(items).toMatchObject([
    { ...named, permission: 'stock.adjust', amount: null, subject: { kind: 'lot', id: shop.lots[0] } },
    { ...named, permission: 'disbursement.create', amount: 3000, subject: { kind: 'register', id: registerId } },
    { ...named, permission: 'sale.cancel', subject: { kind: 'sale', id, label: '1' } },
  ])
  const found = async (query: CallInput<typeof lentRights.list>['query']) =>
    (await owner.call(lentRights.list, { query })).items.map(({ permission }) => permission)
  expect(await found({ search: 'dôssou', sort: 'permission', size: 1, page: 1 })).toEqual(['sale.cancel'])
  expect(await found({ search: 'nobody' })).toEqual([])
  expect(await found({ sort: 'subject' })).toEqual(['sale.cancel', 'stock.adjust', 'disbursement.create'])
  expect(await found({ from: '2026-03-03' })).toEqual([])
  const { events } = await owner.call(cashRegisters.report, { query: { registerId } })
  expect(events).toMatchObject([
    {
      kind: 'lent',
      byName: 'KOFFI Ama',
      details: { permission: 'disbursement.create', amount: 3000, name: 'DOSSOU Afi' },
    },
  ])
  await expect(seller().call(lentRights.list, { query: {} })).rejects.toMatchObject({ message: 'auth:forbidden' })
  const stranger = await openShop(`lent rights reader ${count++}`)
  expect(await as(stranger.titulaire.token).call(lentRights.list, { query: {} })).toEqual({ items: [], total: 0 })
})

test('the history of the sale names who canceled it and who lent the right', async () => {
  const { id } = await sold()
  const grant = await lend('sale.cancel', id)
  await seller().call(sales.cancel, { params: { id }, body: { ...aCancellation(shop), registerId, grant } })
  const history = await as(shop.pharmacien.token).call(sales.history, { params: { id } })
  expect(JSON.stringify(history)).toContain('KOFFI Ama')
  expect(JSON.stringify(history)).toContain('sale.cancel')
})
