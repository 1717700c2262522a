import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import type { NewCounting } from '#shared/contract/register-counts.ts'
import { aClosing, aCounting, anOpening, aReopening } from '#tests/server/support/registering.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, openShop } = await testApp()

describe('a drawer that is counted again after its amounts were shown', () => {
  const now = () => (clock.now = new Date(clock.now.getTime() + 60_000)).toISOString()
  let blindShop: Shop

  beforeEach(async () => {
    blindShop = await openShop(`recounted ${randomUUID()}`, { blindCount: true })
    const { titulaire } = blindShop
    await as(titulaire.token).call(cashRegisters.open, {
      body: anOpening(blindShop, { id: blindShop.registerId, openedAt: now(), float: 20_000 }),
    })
  })

  const put = (cash: number, more: Partial<NewCounting> = {}) =>
    as(blindShop.titulaire.token).call(cashRegisters.count, {
      params: { id: blindShop.registerId },
      body: aCounting(blindShop, { cash, countedAt: now(), ...more }),
    })
  const end = (cash: number) =>
    as(blindShop.titulaire.token).call(cashRegisters.close, {
      params: { id: blindShop.registerId },
      body: aClosing(blindShop, { cash, countedAt: now(), comment: 'Erreur' }),
    })
  const counts = async () =>
    (
      await as(blindShop.titulaire.token).call(cashRegisters.report, { query: { registerId: blindShop.registerId } })
    ).counts.map(({ gap, isRecount, earlier }) => ({
      gap,
      isRecount,
      earlier: earlier.map((count) => [count.gap, count.reason]),
    }))

  test('needs a reason: the first count is judged, and every count stands in the report with its gap', async () => {
    await put(19_500)
    await expect(put(20_000)).rejects.toMatchObject({ message: 'cashRegisters:recountReason', status: 422 })
    await put(20_000, { reason: 'Billet oublié' })
    expect(await end(20_000)).toMatchObject({ gap: 0, firstGap: -500 })
    expect(await counts()).toEqual([
      {
        gap: 0,
        isRecount: true,
        earlier: [
          [-500, null],
          [0, 'Billet oublié'],
        ],
      },
    ])
  })

  test('an act of an offline till is a fact: it stands as a recount without a reason', async () => {
    await put(19_500)
    const countedAt = new Date(clock.now.getTime() - 30 * 60_000).toISOString()
    await put(20_000, { countedAt })
    await end(20_000)
    expect((await counts())[0]).toMatchObject({ isRecount: true })
  })

  test('the same count that closes is no recount, however its rows are ordered', async () => {
    await put(19_500)
    expect(await end(19_500)).toMatchObject({ gap: -500, firstGap: -500 })
    expect(await counts()).toEqual([{ gap: -500, isRecount: false, earlier: [[-500, null]] }])
  })

  test('a closing with other figures than the count before it is one', async () => {
    await put(19_500)
    await end(20_000)
    expect((await counts())[0]).toMatchObject({ gap: 0, isRecount: true, earlier: [[-500, null]] })
  })

  test('so is the count of a register that was closed and opened again', async () => {
    await put(20_000)
    await end(20_000)
    now()
    await as(blindShop.titulaire.token).call(cashRegisters.reopen, {
      params: { id: blindShop.registerId },
      body: aReopening(blindShop),
    })
    await put(20_100)
    await end(20_100)
    expect((await counts()).map(({ isRecount }) => isRecount)).toEqual([false, true])
  })
})
