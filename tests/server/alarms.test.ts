import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { pharmacies } from '#shared/contract/users.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { openAlarms } from '#server/alarms/alarm-loop.ts'
import { openMailer } from '#server/base/mailer.ts'
import { openFailures } from '#server/http/failures.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, openShop } = await testApp()
const minuteMs = 60_000
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`alarmed ${count++}`)
  await database.platform((tx) => tx.deleteFrom('server_alarms').execute())
})

const engine = (of = shop) => as(of.titulaire.token).call(pharmacies.engine, {})

/** A server that failed often, with a mail server that can be closed. */
async function aWatch() {
  const server = await openMailServer()
  onTestFinished(() => server.close())
  const failures = openFailures()
  const errors: unknown[] = []
  let now = clock.now
  const loop = openAlarms({
    database,
    failures,
    mailer: openMailer({ url: server.url, from: 'envois@officine.example' }),
    to: 'gardien@officine.example',
    now: () => now,
    onError: (error) => errors.push(error),
  })
  return {
    ...server,
    look: loop.look,
    fail: () => Array.from({ length: 10 }, () => failures.note(now)),
    later: (minutes: number) => (now = new Date(now.getTime() + minutes * minuteMs)),
  }
}

test('an alarm is raised and mailed once, however often it is seen, and ends by itself', async () => {
  const watch = await aWatch()
  await watch.look()
  expect([watch.taken.length, (await engine()).alarms]).toEqual([0, []])
  watch.fail()
  for (let round = 0; round < 3; round++) {
    await watch.look()
    watch.later(5)
  }
  expect(watch.taken.map(({ to }) => to)).toEqual(['gardien@officine.example'])
  expect((await engine()).alarms).toEqual([
    { text: expect.stringContaining('plus de dix fois en une heure'), raisedAt: clock.now.toISOString() },
  ])
  watch.later(60)
  await watch.look()
  expect((await engine()).alarms).toEqual([])
  watch.fail()
  await watch.look()
  expect((await engine()).alarms).toHaveLength(1)
  expect(watch.taken).toHaveLength(1)
  watch.later(25 * 60)
  await watch.look()
  watch.fail()
  await watch.look()
  expect(watch.taken).toHaveLength(2)
})

test('an e-mail that the mail server refuses is tried again in the next round', async () => {
  const watch = await aWatch()
  watch.fail()
  watch.refuse(true)
  await expect(watch.look()).rejects.toThrow()
  watch.refuse(false)
  await watch.look()
  await watch.look()
  expect(watch.taken).toHaveLength(1)
})

test('a backup that has failed for a day since the start is an alarm: nobody looks at its page', async () => {
  let now = clock.now
  const backup = { directory: '/medium', isStreaming: false, awaySince: null, newestBaseAt: null, storedUntil: null }
  const { look } = openAlarms({
    database,
    failures: openFailures(),
    backupFacts: () => Promise.resolve({ ...backup, lagBytes: null, fault: 'le support refuse l’écriture' }),
    mailer: null,
    to: undefined,
    now: () => now,
    onError: () => undefined,
  })
  await look()
  expect((await engine()).alarms).toEqual([])
  now = new Date(now.getTime() + 25 * 60 * minuteMs)
  await look()
  expect((await engine()).alarms).toMatchObject([{ text: expect.stringContaining('Rien n’est sauvegardé') as string }])
})

test('a till says its queue and its clock with a call; who manages settings sees it, and a neighbour does not', async () => {
  const terminalId = crypto.randomUUID()
  const other = await openShop(`neighbour ${count}`)
  const say = (queue: string, aheadMs = 0) =>
    app.inject({
      url: '/api/pharmacies',
      headers: {
        authorization: `Bearer ${shop.terminal.token}`,
        'x-client-queue': queue,
        'x-client-time': String(clock.now.getTime() + aheadMs),
      },
    })
  await say(`${terminalId} 3 90000`, 10 * minuteMs)
  const till = {
    terminalCode: terminalCode(terminalId),
    waiting: 3,
    oldestAt: new Date(clock.now.getTime() - 90_000_000).toISOString(),
    skewMs: -10 * minuteMs,
    saidAt: clock.now.toISOString(),
  }
  await expect.poll(async () => (await engine()).tills).toEqual([till])
  expect((await engine(other)).tills).toEqual([])

  const watch = await aWatch()
  await watch.look()
  expect((await engine()).alarms).toEqual([
    { text: expect.stringContaining('ventes que le serveur n’a pas reçues'), raisedAt: clock.now.toISOString() },
  ])
  expect((await engine(other)).alarms).toEqual([])

  await say(`${terminalId} 0 -`)
  await expect.poll(async () => (await engine()).tills).toEqual([{ ...till, waiting: 0, oldestAt: null, skewMs: 0 }])
  await watch.look()
  expect((await engine()).alarms).toEqual([])
})

test.each([
  '',
  'x 1 1',
  `${crypto.randomUUID()} -1 1`,
  `${crypto.randomUUID()} 1 1; drop`,
  `${crypto.randomUUID()} 999999 1`,
])('a queue that is no queue is ignored: %s', async (queue) => {
  const headers = { authorization: `Bearer ${shop.terminal.token}`, 'x-client-queue': queue }
  expect((await app.inject({ url: '/api/pharmacies', headers })).statusCode).toBe(200)
  expect((await engine()).tills).toEqual([])
})

test('a failure that nobody caused is counted', async () => {
  const before = (await engine()).failures.count
  app.services.failures.note(clock.now)
  expect((await engine()).failures).toEqual({ count: before + 1, lastAt: clock.now.toISOString() })
})

test('an alarm that ended more than 400 days ago is forgotten, one that is open is not', async () => {
  const watch = await aWatch()
  const at = (days: number) => new Date(clock.now.getTime() - days * 86_400_000)
  await database.platform((tx) =>
    tx
      .insertInto('server_alarms')
      .values([
        { key: 'disk', text: 'gone', raised_at: at(500), ended_at: at(401) },
        { key: 'disk', text: 'kept', raised_at: at(499), ended_at: at(399) },
      ])
      .execute(),
  )
  await watch.look()
  const rows = await database.platform((tx) => tx.selectFrom('server_alarms').select('text').execute())
  expect(rows).toEqual([{ text: 'kept' }])
})
