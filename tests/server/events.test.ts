import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { platformPharmacies } from '#shared/contract/platform.ts'
import { users } from '#shared/contract/users.ts'
import type { OpenRelay } from '#server/db/notifications.ts'
import { openHints, type Hints } from '#server/hints/hints.ts'
import { postgresqlRelay } from '#server/db/notifications.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aPin } from '#tests/server/support/pins.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { testDatabaseUrl } from '#tests/server/support/test-database.ts'

const { app, as, database, hints, openShop } = await testApp()
const shop = await openShop('events')
const other = await openShop('elsewhere')
const base = await app.listen({ host: '127.0.0.1', port: 0 })
const ending: AbortController[] = []
afterEach(() => {
  for (const stream of ending.splice(0)) stream.abort()
})

async function openEvents(token: string) {
  const abort = new AbortController()
  ending.push(abort)
  const reply = await fetch(`${base}/api/events`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: abort.signal,
  })
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  return { reply, next: async () => (await reader.read()).value, close: () => abort.abort() }
}

test('a till hears which list of its pharmacy changed, as it happens', async () => {
  const { reply, next } = await openEvents(shop.terminal.token)
  expect([
    reply.status,
    reply.headers.get('content-type'),
    reply.headers.get('x-accel-buffering'),
    reply.headers.get('content-encoding'),
  ]).toEqual([200, 'text/event-stream', 'no', null])
  expect(await next()).toMatch(/^:/)
  hints.publish(other.id, 'users')
  hints.publish(shop.id, 'sales')
  expect(await next()).toBe('data: {"list":"sales"}\n\n')
})

test('a terminal has three streams at most: a fourth ends the oldest, and another terminal keeps its own', async () => {
  const foreign = await openEvents(other.terminal.token)
  await foreign.next()
  const streams = []
  for (let count = 0; count < 4; count++) {
    const stream = await openEvents(shop.terminal.token)
    await stream.next()
    streams.push(stream)
  }
  expect(await streams[0]!.next()).toBeUndefined()
  hints.publish(shop.id, 'sales')
  hints.publish(other.id, 'sales')
  for (const open of [...streams.slice(1), foreign]) expect(await open.next()).toBe('data: {"list":"sales"}\n\n')
})

test('without a good token there is no stream', async () => {
  const reply = await fetch(`${base}/api/events`)
  expect([reply.status, await reply.json()]).toEqual([401, { message: 'auth:missingToken' }])
})

describe('who loses his access hears nothing more, at once', () => {
  /** Reads on until the stream ends; the heartbeat of 20 s is not what ends it. */
  async function endOf(stream: Awaited<ReturnType<typeof openEvents>>): Promise<string[]> {
    const heard: string[] = []
    for (let piece = await stream.next(); piece !== undefined; piece = await stream.next()) heard.push(piece)
    return heard
  }

  test.each([
    ['is dismissed', (id: string) => as(shop.titulaire.token).call(users.remove, { params: { id } })],
    [
      'is switched off',
      (id: string) => as(shop.titulaire.token).call(users.patch, { params: { id }, body: { active: false } }),
    ],
    [
      'gets another PIN',
      (id: string) => as(shop.titulaire.token).call(users.patch, { params: { id }, body: { pin: aPin() } }),
    ],
  ])('a member who %s', async (_, change) => {
    const [member, colleague] = [await aMember(database, shop, []), await aMember(database, shop, [])]
    const [his, other] = [await openEvents(member.token), await openEvents(colleague.token)]
    for (const { next } of [his, other]) await next()
    await change(member.id)
    expect((await endOf(his)).join('')).not.toContain(': here')
    hints.publish(shop.id, 'sales')
    const heard = [await other.next(), await other.next()].join('')
    expect(heard).toContain('"sales"')
  })

  test('another process dismissed him', async () => {
    const member = await aMember(database, shop, [])
    const stream = await openEvents(member.token)
    await stream.next()
    await database.platform((tx) =>
      tx.updateTable('users').set({ active: false }).where('id', '=', member.id).execute(),
    )
    hints.publish(shop.id, 'users')
    expect((await endOf(stream)).join('')).not.toContain(': here')
  })

  test('a pharmacy that is suspended', async () => {
    const closed = await openShop('closed')
    const stream = await openEvents(closed.terminal.token)
    await stream.next()
    await as(await openAdmin(database)).call(platformPharmacies.patch, {
      params: { id: closed.id },
      body: { suspended: true },
    })
    expect((await endOf(stream)).join('')).not.toContain(': here')
  })
})

test('a window that goes away is forgotten', async () => {
  let [heard, isForgotten] = [0, false]
  const spied: Hints['subscribe'] = hints.subscribe.bind(hints)
  hints.subscribe = (id, listener) => {
    const forget = spied(id, (list) => {
      heard++
      listener(list)
    })
    return () => {
      isForgotten = true
      forget()
    }
  }
  const { next, close } = await openEvents(shop.terminal.token)
  hints.subscribe = spied
  await next()
  hints.publish(shop.id, 'sales')
  close()
  await expect.poll(() => isForgotten, { timeout: 30_000 }).toBe(true)
  hints.publish(shop.id, 'sales')
  expect(heard).toBe(1)
})

test('between processes hints travel batched, each once, and never come back to their sender', async () => {
  const wires: ((text: string) => void)[] = []
  const sent: string[][] = []
  const wire: OpenRelay = (receive) => {
    wires.push(receive)
    return Promise.resolve({
      send: (texts) => {
        sent.push([...texts])
        for (const hear of wires) for (const text of texts) hear(text)
        return Promise.resolve()
      },
      close: () => Promise.resolve(),
    })
  }
  const [one, two] = [await openHints(wire), await openHints(wire)]
  const heard: string[] = []
  one.subscribe('p', (list) => heard.push(`one ${list}`))
  two.subscribe('p', (list) => heard.push(`two ${list}`))
  for (let n = 0; n < 10; n++) one.publish('p', 'sales')
  one.publish('p', 'users')
  await expect.poll(() => sent.map((texts) => texts.length), { timeout: 30_000 }).toEqual([2])
  expect(heard.filter((line) => line.startsWith('two'))).toEqual(['two sales', 'two users'])
  expect(heard.filter((line) => line.startsWith('one'))).toHaveLength(11)
  for (const text of ['', '{', '{"from":1}']) for (const hear of wires) hear(text)
  await Promise.all([one.close(), two.close()])
})

test('a hint of one process reaches the others', async () => {
  const url = await testDatabaseUrl()
  const [one, two] = [await openHints(postgresqlRelay(url)), await openHints(postgresqlRelay(url))]
  const heard = new Promise((done) => two.subscribe(shop.id, done))
  one.publish(shop.id, 'pharmacy-products')
  expect(await heard).toBe('pharmacy-products')

  // a listener whose connection is cut comes back by itself
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'officine hints' and datname = current_database()",
  )
  await admin.end()
  let again = ''
  two.subscribe(shop.id, (list) => (again = list))
  await expect
    .poll(
      () => {
        one.publish(shop.id, 'users')
        return again
      },
      { timeout: 60_000, interval: 300 },
    )
    .toBe('users')
  await Promise.all([one.close(), two.close()])
})

test('closing the server ends the streams that are open', async () => {
  const { next } = await openEvents(shop.terminal.token)
  await next()
  await app.close()
  expect(await next()).toBeUndefined()
})
