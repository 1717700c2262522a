import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp, type AppOptions } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { asRequest, type SlowStatement } from '#server/db/slow-statements.ts'
import { logOptions } from '#server/http/log.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { testDatabaseUrl } from '#tests/server/support/test-database.ts'

const { app, database, hints, openShop } = await testApp()

async function aServer(options: Partial<AppOptions>) {
  const server = await buildApp({ database, hints, identity: app.services.identity, ...options })
  onTestFinished(() => server.close())
  return server
}

describe('/metrics', () => {
  const metricsToken = 'a token of sixteen'
  const asking = (token: string) => ({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })

  test('is closed unless a token is set', async () => {
    const server = await aServer({})
    expect((await server.inject(asking(metricsToken))).statusCode).toBe(404)
  })

  test('answers only who brings the token: calls by their pattern, what waits, the process, nothing of a pharmacy', async () => {
    const shop = await openShop('measured')
    const server = await aServer({ metricsToken })
    const headers = { authorization: `Bearer ${shop.titulaire.token}` }
    await server.inject({ url: `/api/pharmacies/${shop.id}`, headers })
    for (const refused of [{ url: '/metrics' }, asking('another'), asking(shop.titulaire.token)])
      expect((await server.inject(refused)).statusCode).toBe(401)
    const { statusCode, body } = await server.inject(asking(metricsToken))
    expect(statusCode).toBe(200)
    expect(body).toMatch(/officine_request_seconds_count\{method="GET",route="\/api\/pharmacies\/:id",status="200"\} 1/)
    expect(body).toMatch(/officine_database_bytes \d{6,}/)
    expect(body).toMatch(/officine_jobs \d+/)
    expect(body).toContain('process_resident_memory_bytes')
    expect(body).not.toContain(shop.id)
  })
})

describe('a call', () => {
  test('has an id of its own, in its answer and in each line of the log', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    const server = await aServer({ logger: { ...logOptions('info'), stream } })
    const ids = [await server.inject('/api/'), await server.inject('/api/nowhere')].map(
      ({ headers }) => headers['x-request-id'],
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids)
      expect(lines.filter((line) => line.includes(`"reqId":"${String(id)}"`)).length).toBeGreaterThan(0)
  })

  test('that waits for a statement is told with it, without any value', async () => {
    const told: SlowStatement[] = []
    const slow = { limitMs: 50, onSlow: (statement: SlowStatement) => told.push(statement) }
    const watched = await openDatabase({ url: await testDatabaseUrl(), slow })
    onTestFinished(() => watched.close())
    const search = sql`select pg_sleep(0.1), 'AGBOSSOU', ${'+229 01 97 45 12 30'}::text`
    told.length = 0
    await asRequest('call-1', () => watched.platform((tx) => search.execute(tx)))
    await watched.platform((tx) => search.execute(tx))
    await watched.platform((tx) => sql`select 1`.execute(tx))
    expect(told).toEqual(
      ['call-1', undefined].map((request) => ({
        ms: expect.any(Number) as number,
        statement: "select pg_sleep(0.1), '…', $1::text",
        request,
      })),
    )
    expect(told[0]!.ms).toBeGreaterThanOrEqual(100)
  })
})
