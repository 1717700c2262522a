import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales } from '#shared/contract/sales.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { createGrant, type Grant } from '#shared/contract/tokens.ts'
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
  anOpening,
} from '#tests/server/support/registering.ts'
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

/** The pharmacist lends a right at the till of the seller. */
async function lend(permission: Permission, subjectId: string, of: Shop = shop, giver = pharmacist): Promise<Grant> {
  const { id, at, expiresAt } = await as(of.terminal.token).call(createGrant, {
    body: { permission, subjectId, userId: giver.id, pin: giver.pin, terminalId: of.terminal.id },
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
  'hands over the register of a colleague': () =>
    Promise.resolve({
      permission: 'register.close',
      subjectId: registerId,
      run: (grant, id = idOf(registerId, 'once')) =>
        till().call(cashRegisters.handOver, {
          params: { id: registerId },
          body: { ...aHandOver(shop, by()), id, grant },
        }),
    }),
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

test('the history of the sale names who canceled it and who lent the right', async () => {
  const { id } = await sold()
  const grant = await lend('sale.cancel', id)
  await seller().call(sales.cancel, { params: { id }, body: { ...aCancellation(shop), registerId, grant } })
  const history = await as(shop.pharmacien.token).call(sales.history, { params: { id } })
  expect(JSON.stringify(history)).toContain('KOFFI Ama')
  expect(JSON.stringify(history)).toContain('sale.cancel')
})
