import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { tags } from '#shared/contract/tags.ts'
import { aSale, salesCount } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const withinMs = 60_000
const { app, as, database, openShop } = await testApp({ requestRate: { perToken: 5, perAddress: 40, withinMs } })
const tooMany = { message: 'requests:tooMany', status: 429 }

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
/** Each test begins in a time of its own, in which nothing was counted. */
let tests = 0
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
beforeEach(() => later(withinMs * 100 * ++tests))

const ask = (headers: Record<string, string>, { url = '/api/tags', remoteAddress = '10.0.0.9' } = {}) =>
  app.inject({ url, headers, remoteAddress })

describe('requests of one token', () => {
  test('beyond the limit wait, and are told how long; those of others do not', async () => {
    const shop = await openShop('busy')
    const list = (token: string) => as(token).call(tags.list, {})
    for (let count = 0; count < 5; count++) await list(shop.titulaire.token)
    later(20_000)
    await expect(list(shop.titulaire.token)).rejects.toMatchObject({ ...tooMany, details: { retryAfterSeconds: 40 } })
    const refused = await app.inject({
      url: '/api/tags',
      headers: { authorization: `Bearer ${shop.titulaire.token}` },
    })
    expect(refused.headers['retry-after']).toBe('40')
    await list(shop.vendeur.token)
    later(40_000)
    await list(shop.titulaire.token)
  })

  test('a sale that had to wait is neither refused nor sold twice', async () => {
    const shop = await openShop('busy selling')
    const before = await salesCount(database, shop)
    const [one, other] = [aSale(shop), aSale(shop)]
    const close = (body: typeof one) => as(shop.vendeur.token).call(sales.close, { body })
    for (let count = 0; count < 5; count++) await close(one)
    await expect(close(other)).rejects.toMatchObject(tooMany)
    expect(await salesCount(database, shop)).toBe(before + 1)
    later(withinMs)
    expect((await close(other)).id).toBe(other.id)
    await close(other)
    expect(await salesCount(database, shop)).toBe(before + 2)
  })

  test('a token that is none counts too, before its signature is looked at', async () => {
    const forged = { authorization: `Bearer ${randomUUID()}` }
    const answers = []
    for (let count = 0; count < 6; count++) answers.push((await ask(forged)).statusCode)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('a clock that is set back stops nobody for longer than the time that is counted', async () => {
    const forged = { authorization: `Bearer ${randomUUID()}` }
    for (let count = 0; count < 5; count++) await ask(forged)
    later(-3_600_000)
    expect((await ask(forged)).statusCode).toBe(401)
  })
})

describe('requests of one address', () => {
  test('without a token they count together; those of another address do not', async () => {
    const answers = []
    for (let count = 0; count < 6; count++) answers.push((await ask({}, { url: '/api/' })).statusCode)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    expect((await ask({}, { url: '/api/', remoteAddress: '10.0.0.10' })).statusCode).toBe(200)
  })

  test('a new forged token for each request does not help', async () => {
    const answers = []
    for (let count = 0; count < 41; count++)
      answers.push((await ask({ authorization: `Bearer ${randomUUID()}` })).statusCode)
    expect(answers.slice(0, 40).every((status) => status === 401)).toBe(true)
    expect(answers.at(-1)).toBe(429)
  })

  test('is the one that a trusted proxy tells; nobody else is believed', async () => {
    const through = (remoteAddress: string, told: string) =>
      ask({ 'x-forwarded-for': told }, { url: '/api/', remoteAddress })
    for (let count = 0; count < 5; count++) await through('127.0.0.1', '41.85.0.1')
    expect((await through('127.0.0.1', '41.85.0.1')).statusCode).toBe(429)
    expect((await through('127.0.0.1', '41.85.0.2')).statusCode).toBe(200)
    for (let count = 0; count < 5; count++) await through('41.85.0.7', `41.85.1.${count}`)
    expect((await through('41.85.0.7', '41.85.1.9')).statusCode).toBe(429)
  })
})
