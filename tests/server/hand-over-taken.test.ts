import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import type { NewHandOver } from '#shared/contract/register-counts.ts'
import { lentRights } from '#shared/contract/lent-rights.ts'
import { aCounting, aHandOver, anOpening } from '#tests/server/support/registering.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { aReceiver } from '#tests/server/support/taking.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, openShop } = await testApp()

describe('a register that is handed over', () => {
  let shop: Shop
  let registerId: string
  let receiver: Awaited<ReturnType<typeof aReceiver>>
  const now = () => (clock.now = new Date(clock.now.getTime() + 60_000)).toISOString()
  const owner = () => as(shop.titulaire.token)

  const pass = (given: Partial<NewHandOver> & { cash: number }) =>
    owner().call(cashRegisters.handOver, {
      params: { id: registerId },
      body: aHandOver(shop, { countedAt: now(), receivedBy: receiver.id, ...given }),
    })
  const report = () => owner().call(cashRegisters.report, { query: { registerId } })

  beforeEach(async () => {
    shop = await openShop(`handed over ${randomUUID()}`)
    registerId = randomUUID()
    receiver = await aReceiver(as, shop)
    await owner().call(cashRegisters.open, {
      body: anOpening(shop, { id: registerId, openedAt: now(), float: 20_000 }),
    })
  })

  test('is taken with the code of who receives it, which serves once', async () => {
    const grant = await receiver.codeFor(registerId)
    expect(await pass({ cash: 20_000, taking: { grant, given: null, remark: null } })).toMatchObject({
      heldBy: receiver.id,
    })
    const { counts, events } = await report()
    expect(counts).toMatchObject([{ gap: 0, taking: { isProven: true, given: null } }])
    // It stands with the hand-over, and is no right that was lent.
    expect(events.map(({ kind }) => kind)).not.toContain('lent')
    expect(await owner().call(lentRights.list, { query: {} })).toEqual({ items: [], total: 0 })
    await expect(pass({ cash: 20_000, taking: { grant, given: null, remark: null } })).rejects.toMatchObject({
      message: 'cashRegisters:receiverCode',
      status: 422,
    })
  })

  test('is not taken without it, with the code of another member, for another register, or invented', async () => {
    const another = await aReceiver(as, shop)
    const grant = await receiver.codeFor(registerId)
    for (const taking of [
      undefined,
      { grant: await another.codeFor(registerId), given: null, remark: null },
      { grant: { ...(await another.codeFor(registerId)), grantedBy: receiver.id }, given: null, remark: null },
      { grant: await receiver.codeFor(randomUUID()), given: null, remark: null },
      { grant: { ...grant, id: randomUUID() }, given: null, remark: null },
    ])
      await expect(pass({ cash: 20_000, ...(taking && { taking }) })).rejects.toMatchObject({
        message: 'cashRegisters:receiverCode',
      })
    expect((await report()).register.heldBy).toBe(shop.titulaire.id)
  })

  test('by a till without the network is a fact: it stands as taken without a code', async () => {
    const countedAt = new Date(Date.parse(now()) - 30 * 60_000).toISOString()
    const grant = { ...(await receiver.codeFor(registerId)), id: randomUUID() }
    await pass({ cash: 20_000, countedAt, taking: { grant, given: null, remark: null } })
    await pass({ cash: 20_000, countedAt: new Date(Date.parse(now()) - 20 * 60_000).toISOString() })
    expect((await report()).counts.map(({ taking }) => taking)).toMatchObject([{ isProven: false }, null])
  })

  test('holds what the receiver counted: the gap is his count’s, the giver’s stands beside it, and it is no recount', async () => {
    const counted = aCounting(shop, { cash: 20_000, countedAt: now() })
    await owner().call(cashRegisters.count, { params: { id: registerId }, body: counted })
    const given = { countedAt: counted.countedAt, denominations: counted.denominations, others: [] }
    await pass({
      cash: 19_500,
      taking: { grant: await receiver.codeFor(registerId), given, remark: 'Une pièce est tombée' },
    })
    const { counts } = await report()
    expect(counts).toMatchObject([
      {
        gap: -500,
        isRecount: false,
        taking: { isProven: true, given: { denominations: counted.denominations }, remark: 'Une pièce est tombée' },
        earlier: [{ gap: 0 }],
      },
    ])
    // What was taken is what the next count expects.
    expect((await report()).expected).toMatchObject([{ type: 'CASH', expected: 19_500 }])
  })

  test('refuses a count of the giver that names a coin twice', async () => {
    const coin = { form: 'coin' as const, value: 500, count: 1 }
    const given = { countedAt: now(), denominations: [coin, coin], others: [] }
    await expect(
      pass({ cash: 500, taking: { grant: await receiver.codeFor(registerId), given, remark: 'Erreur de compte' } }),
    ).rejects.toMatchObject({
      message: 'requests:invalid',
      details: { issues: [{ path: 'body.taking.given.denominations.1' }] },
    })
  })
})
