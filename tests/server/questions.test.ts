import { EventEmitter, once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPriority } from 'node:os'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { endpoint } from '#shared/contract/endpoint.ts'
import { sales } from '#shared/contract/sales.ts'
import { clients } from '#shared/contract/clients.ts'
import { deliveries } from '#shared/contract/deliveries.ts'
import { movements } from '#shared/contract/movements.ts'
import { openDatabase } from '#server/db/database.ts'
import { asQuestion } from '#server/db/question.ts'
import { answerOf, refusalOf } from '#server/http/errors.ts'
import { isQuestion, openQuestions } from '#server/http/questions.ts'
import { route } from '#server/http/route.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { testDatabaseUrl } from '#tests/server/support/test-database.ts'

const { app, as, database, openShop } = await testApp()
const endless = endpoint({
  method: 'GET',
  path: '/endless',
  permission: 'public',
  summary: 'Never ends',
  query: z.object({ search: z.string().optional() }),
  reply: z.object({}),
})
route(app, endless, () => sleeping(60))
let shop: Shop
beforeAll(async () => {
  shop = await openShop('questions')
})

const sleeping = (seconds: number) =>
  database.read(shop.id, async (tx) => {
    await sql`select pg_sleep(${seconds})`.execute(tx)
    return {}
  })
const sleepers = async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`.execute(tx),
  )
  return rows[0]!.count
}

test('a question that takes too long ends, and says to ask for less', async () => {
  const never = new AbortController().signal
  const failure: unknown = await asQuestion({ signal: never, limitMs: 50, isLong: false }, () => sleeping(60)).catch(
    (error: unknown) => error,
  )
  expect(answerOf(refusalOf(failure)!)).toEqual({ status: 503, body: { message: 'requests:tooLong' } })
  // Other calls have no limit.
  await sleeping(0.2)
})

test('PostgreSQL stops working for a caller who left, and for nobody else', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const caller = httpRequest({ host: '127.0.0.1', port, path: '/endless?search=a' })
  caller.on('error', () => undefined)
  caller.end()
  await expect.poll(sleepers, { timeout: 20_000 }).toBe(1)
  const other = sleeping(1)
  caller.destroy()
  await expect.poll(sleepers, { timeout: 20_000 }).toBe(1)
  await other
  await expect.poll(sleepers, { timeout: 20_000 }).toBe(0)
})

test('what is stopped never stops the next transaction of its connection', async () => {
  for (let round = 0; round < 30; round++) {
    const left = new AbortController()
    const question = asQuestion({ signal: left.signal, limitMs: 60_000, isLong: round % 3 === 0 }, () =>
      sleeping(round % 2 ? 0 : 60),
    )
    const outcome = question.catch(refusalOf)
    await new Promise((next) => setImmediate(next))
    left.abort(new Error('left'))
    await outcome
    await Promise.all(Array.from({ length: 3 }, () => sleeping(0)))
  }
})

test('a long question has a connection of its own, whose process yields to those of the tills', async () => {
  const own = await openDatabase({ url: await testDatabaseUrl(), isOurs: true, connections: 1 })
  onTestFinished(() => own.close())
  const { signal } = new AbortController()
  const asked = (isLong: boolean, work = async () => {}) =>
    asQuestion({ signal, limitMs: 60_000, isLong }, () =>
      own.read(shop.id, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await work()
        return getPriority(rows[0]!.pid)
      }),
    )
  const told = new EventEmitter()
  const long = asked(true, async () => {
    told.emit('long')
    await once(told, 'short is over')
  })
  await once(told, 'long')
  // The only connection of the others is free while a long question runs.
  const short = await asked(false)
  told.emit('short is over')
  expect(await long).toBeGreaterThan(short)
})

test('questions wait for each other, a till for none of them', async () => {
  const questions = openQuestions({ atOnce: 2, perMember: 1, limitMs: 60_000 })
  const began: string[] = []
  const ask = (userId: string, { query = { search: 'a' } as object, destroyed = false } = {}) => {
    const raw = Object.assign(new EventEmitter(), { writableEnded: false, destroyed })
    let resolve = () => {}
    const promise = new Promise<void>((answered) => (resolve = answered))
    const done = questions({ actor: { userId }, query } as FastifyRequest, { raw } as unknown as FastifyReply, () => {
      began.push(userId)
      return promise
    })
    done.catch(() => undefined)
    return { leave: () => raw.emit('close'), end: () => (resolve(), done), done }
  }
  const [first, again, second, third, fourth] = ['first', 'first', 'second', 'third', 'fourth'].map((each) => ask(each))
  await Promise.resolve()
  expect(began).toEqual(['first', 'second'])
  // The sales of today or of a month at a till: no search, no waiting.
  for (const query of [{ search: '' }, { from: '2026-11-01', to: '2026-11-30' }]) {
    await ask('a till', { query }).end()
    expect(began.splice(2)).toEqual(['a till'])
  }
  // A report of a year has its turn among the questions.
  const report = ask('owner', { query: { from: '2026-01-01', to: '2026-12-31' } })
  expect(began.splice(2)).toEqual([])
  report.leave()
  await expect(report.done).rejects.toMatchObject({ message: 'requests:tooLong' })
  // The next letter was typed before it was known who asks: nothing begins, and no turn is used.
  await expect(ask('gone', { destroyed: true }).done).rejects.toMatchObject({ message: 'requests:tooLong' })
  third!.leave()
  await expect(third!.done).rejects.toMatchObject({ message: 'requests:tooLong' })
  await second!.end()
  // The first member has one already.
  expect(began).toEqual(['first', 'second', 'fourth'])
  await first!.end()
  expect(began).toEqual(['first', 'second', 'fourth', 'first'])
  await Promise.all([again!.end(), fourth!.end()])

  // Ten of them at the server, more than it has connections for.
  const { port } = app.server.address() as AddressInfo
  const callers = Array.from({ length: 10 }, () => {
    const caller = httpRequest({ host: '127.0.0.1', port, path: '/endless?search=a' })
    caller.on('error', () => undefined)
    caller.end()
    return caller
  })
  await expect.poll(sleepers, { timeout: 20_000 }).toBeGreaterThan(0)
  const body = aSale(shop)
  expect(await as(shop.vendeur.token).call(sales.close, { body })).toMatchObject({ id: body.id })
  expect(await sleepers()).toBeLessThanOrEqual(4)
  for (const caller of callers) caller.destroy()
  await expect.poll(sleepers, { timeout: 20_000 }).toBe(0)
})

test('every list that searches and every report of a period is a question', () => {
  expect([sales.list, clients.list, sales.close, endless].map(isQuestion)).toEqual([true, true, false, true])
  expect([movements.report, deliveries.report, sales.read].map(isQuestion)).toEqual([true, true, false])
})
