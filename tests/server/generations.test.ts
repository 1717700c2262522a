import { afterAll, beforeEach, expect, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { readGenerations, writeGeneration } from '#shared/domain/generation.ts'
import { openEmecefSimulator } from '#simulators/emecef.ts'
import { makeCopy } from '#tests/server/support/a-copy.ts'
import { aFiscalQueue, aTaxpayer } from '#tests/server/support/certifying.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp, type TestApp } from '#tests/server/support/test-app.ts'

const simulator = await openEmecefSimulator()
afterAll(() => simulator.close())
const original = await testApp()
const restored = await testApp()
const queue = aFiscalQueue(original, simulator)

let shop: Shop
/** The same pharmacy on two servers, as after a restore. */
beforeEach(async () => {
  const openBoth = async (name: string): Promise<Shop> => {
    await restored.openShop(name)
    return original.openShop(name)
  }
  shop = await aTaxpayer({ ...original, openShop: openBoth }, simulator)
  const { key } = await original.database.platform((tx) =>
    tx.selectFrom('generation_key').select('key').executeTakeFirstOrThrow(),
  )
  await restored.database.platform((tx) => tx.updateTable('generation_key').set({ key }).execute())
})

/** A call of a till that has met some servers, and what the answer tells of this one. */
async function ask({ app }: TestApp, known = '', token = shop.vendeur.token) {
  const reply = await app.inject({
    method: 'GET',
    url: `/api/pharmacies/${shop.id}`,
    headers: { authorization: `Bearer ${token}`, ...(known ? { 'x-generation': known } : {}) },
  })
  const { message } = reply.json<{ message?: string }>()
  return { status: reply.statusCode, message, told: String(reply.headers['x-generation'] ?? '') }
}
const numberOf = (told: string) => readGenerations(told)[0]?.number ?? 0

async function confirmedCopy(): Promise<string> {
  const before = await ask(restored)
  await makeCopy(restored.database, shop.id)
  await restored.as(shop.titulaire.token).call(pharmacies.confirmCopy, {})
  const { told } = await ask(restored)
  expect(numberOf(told)).toBeGreaterThan(numberOf(before.told))
  return told
}

test('after a copy was confirmed, the original stops as soon as a till that was at the copy meets it, and stays stopped', async () => {
  const told = await confirmedCopy()
  const sale = aSale(shop)
  await original.as(shop.vendeur.token).call(sales.close, { body: sale })
  const before = await original.rowCounts()
  expect(await ask(original, told)).toMatchObject({ status: 503, message: 'server:replaced', told: '' })
  // whoever comes then, also without a word of the copy
  expect(await ask(original)).toMatchObject({ status: 503, message: 'server:replaced' })
  for (const body of [sale, aSale(shop)])
    await expect(original.as(shop.titulaire.token).call(sales.close, { body })).rejects.toMatchObject({
      message: 'server:replaced',
      status: 503,
    })
  expect(await original.rowCounts()).toEqual(before)
  // another process on the same data, which has not heard it
  await expect(
    original.database.write(shop.id, (tx) =>
      tx
        .insertInto('inbox')
        .values({
          pharmacy_id: shop.id,
          id: sale.id,
          kind: 'sale',
          revision: 9,
          hash: 'x',
          accepted: true,
          answer: '{}',
          at: new Date(),
        })
        .execute(),
    ),
  ).rejects.toMatchObject({ code: 'OF002' })
  // the copy goes on
  expect(await ask(restored, told)).toMatchObject({ status: 200, told })
})

test('the original is told by a token of the copy too, which it does not know', async () => {
  const told = await confirmedCopy()
  expect(await ask(original, told, `${shop.vendeur.token}x`)).toMatchObject({ message: 'server:replaced' })
  expect(await ask(original)).toMatchObject({ message: 'server:replaced' })
})

test('a till cannot invent a generation, and an older one changes nothing', async () => {
  const { told } = await ask(original)
  const [own] = readGenerations(told)
  for (const number of [own!.number, own!.number + 1, 2_000_000_000])
    expect(await ask(original, writeGeneration({ ...own!, number }))).toMatchObject({ status: 200 })
  const newer = await confirmedCopy()
  expect(await ask(restored, told)).toMatchObject({ status: 200, told: newer })
})

test('what was replaced certifies nothing any more', async () => {
  const { id } = await original.as(shop.vendeur.token).call(sales.close, { body: aSale(shop) })
  await ask(original, await confirmedCopy())
  await queue.runWaiting()
  const { state } = await original.database.platform((tx) =>
    tx.selectFrom('fiscal_documents').select('state').where('sale_id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(state).toBe('waiting')
})

test('a copy older than what the tills have met answers them, is never « replaced », and is confirmed', async () => {
  const told = await confirmedCopy()
  // the same backup is restored once more
  await makeCopy(restored.database, shop.id)
  await restored.database.platform((tx) =>
    tx.updateTable('pharmacies').set({ generation: 1 }).where('id', '=', shop.id).execute(),
  )
  for (let call = 0; call < 2; call++)
    // an account that the server has not remembered
    expect(await ask(restored, told, shop.titulaire.token)).toMatchObject({ status: 200, told: '' })
  await restored.as(shop.titulaire.token).call(pharmacies.confirmCopy, {})
  restored.clock.now = new Date(restored.clock.now.getTime() + 60_000)
  const newest = await ask(restored)
  expect(newest.status).toBe(200)
  expect(numberOf(newest.told)).toBeGreaterThanOrEqual(numberOf(told))
})

test('two copies of one backup never have the same generation', async () => {
  const first = numberOf(await confirmedCopy())
  restored.clock.now = new Date(restored.clock.now.getTime() + 60_000)
  await restored.database.platform((tx) =>
    tx.updateTable('pharmacies').set({ generation: 1 }).where('id', '=', shop.id).execute(),
  )
  expect(numberOf(await confirmedCopy())).toBeGreaterThan(first)
})
