import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sales } from '#shared/contract/sales.ts'
import { tags } from '#shared/contract/tags.ts'
import { limitRate } from '#server/http/request-rate.ts'
import { runs } from '#tests/support/property-runs.ts'
import { aSale, salesCount } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, openShop } = await testApp({ requestRate: { burst: 5, perSecond: 0.5 } })
const start = clock.now
const tooMany = { message: 'requests:tooMany', status: 429 }

describe('requests of one token', () => {
  test('beyond the limit wait; those of others do not', async () => {
    const shop = await openShop('busy')
    const list = (token: string) => as(token).call(tags.list, {})
    for (let count = 0; count < 5; count++) await list(shop.titulaire.token)
    await expect(list(shop.titulaire.token)).rejects.toMatchObject({ ...tooMany, details: { retryAfterSeconds: 2 } })
    const { headers } = await app.inject({
      url: '/api/tags',
      headers: { authorization: `Bearer ${shop.titulaire.token}` },
    })
    expect(headers['retry-after']).toBe('2')
    await list(shop.vendeur.token)
    clock.now = new Date(clock.now.getTime() + 2_000)
    await list(shop.titulaire.token)
    await expect(list(shop.titulaire.token)).rejects.toMatchObject(tooMany)
  })

  test('a sale that had to wait is neither refused nor sold twice', async () => {
    const shop = await openShop('busy selling')
    const before = await salesCount(database, shop)
    const [one, other] = [aSale(shop), aSale(shop)]
    const close = (body: typeof one) => as(shop.vendeur.token).call(sales.close, { body })
    for (let count = 0; count < 5; count++) await close(one)
    await expect(close(other)).rejects.toMatchObject(tooMany)
    expect(await salesCount(database, shop)).toBe(before + 1)
    clock.now = new Date(clock.now.getTime() + 4_000)
    expect((await close(other)).id).toBe(other.id)
    await close(other)
    expect(await salesCount(database, shop)).toBe(before + 2)
  })

  test('a token that is none counts too, before its signature is looked at; who has none is not counted', async () => {
    const ask = async (headers: Record<string, string>, url = '/api/tags') =>
      (await app.inject({ url, headers })).statusCode
    const forged = { authorization: `Bearer ${randomUUID()}` }
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await ask(forged))
    expect(answers).toEqual([401, 401, 401, 401, 401, 429])
    for (let count = 0; count < 10; count++) expect(await ask({}, '/api/')).toBe(200)
  })
})

test('within any time, a token gets its burst and what was refilled, and never waits longer than it was told', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom(0.5, 1, 2, 10),
      (pauses, burst, perSecond) => {
        const count = limitRate({ burst, perSecond })
        let [at, admitted] = [start.getTime(), 0]
        for (const pause of pauses) {
          at += pause
          const wait = waitOf(() => count('t', new Date(at)))
          if (wait === 0) admitted++
          else expect(waitOf(() => count('t', new Date(at + wait * 1000)))).toBe(0)
          if (wait > 0) [at, admitted] = [at + wait * 1000, admitted + 1]
          expect(admitted).toBeLessThanOrEqual(burst + ((at - start.getTime()) / 1000) * perSecond + 1e-6)
        }
      },
    ),
    { numRuns: runs(300) },
  )
})

test('a clock that is set back stops nobody', () => {
  const count = limitRate({ burst: 2, perSecond: 1 })
  count('t', new Date(start.getTime() + 3_600_000))
  count('t', start)
  expect(waitOf(() => count('t', start))).toBe(1)
  expect(waitOf(() => count('t', new Date(start.getTime() + 1_000)))).toBe(0)
})

/** The seconds that a refused request has to wait; 0: it was admitted. */
function waitOf(work: () => void): number {
  try {
    work()
    return 0
  } catch (error) {
    return (error as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds
  }
}
