import { expect, test, vi } from 'vitest'
import { buildVersion } from '#shared/build.ts'
import { call, configureClient, openStream } from '#shared/client/call.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { readBase, readEvents } from '#shared/contract/base.ts'

test('each call and the stream of hints say which build they come from, with a token or without', async () => {
  const asked: Headers[] = []
  vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
    asked.push(new Headers(init.headers))
    return Promise.resolve(Response.json({ name: 'officine', version: '0', now: '2026-01-01T00:00:00.000Z' }))
  })
  configureClient({ base: 'http://edge', token: () => Promise.resolve(undefined) })
  await call(readBase, {})
  await call(readBase, {}, { token: 'mine' })
  await openStream(readEvents)
  expect(asked.map((headers) => [headers.get('x-client-version'), headers.get('authorization')])).toEqual([
    [buildVersion, null],
    [buildVersion, 'Bearer mine'],
    [buildVersion, null],
  ])
})

test('a call says what waits at this terminal and its age; one with a token of another pharmacy does not', async () => {
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('x-client-queue'))
    return Promise.resolve(Response.json({ name: 'officine', version: '0', now: '2026-01-01T00:00:00.000Z' }))
  })
  const terminalId = '018f0000-0000-7000-8000-000000000001'
  const queues = [
    { terminalId, waiting: 2, oldestAt: Date.now() - 90_000 },
    { terminalId, waiting: 0, oldestAt: null },
    null,
  ]
  for (const queue of queues) {
    configureClient({ base: 'http://edge', token: () => Promise.resolve(undefined), queue: () => queue })
    await call(readBase, {})
    await call(readBase, {}, { token: 'of another pharmacy' })
  }
  expect(asked).toEqual([expect.stringMatching(`^${terminalId} 2 9[01]$`), null, `${terminalId} 0 -`, null, null, null])
})

test('a pasted text leaves without its invisible characters; a note keeps its lines', async () => {
  const bodies: unknown[] = []
  const queries: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    queries.push(new URL(url).search)
    if (typeof init.body === 'string') bodies.push(JSON.parse(init.body))
    return Promise.resolve(Response.json({ message: 'requests:invalid' }, { status: 400 }))
  })
  configureClient({ base: 'http://edge', token: () => Promise.resolve(undefined) })
  const body = { lastName: 'Dos\u200bsou', phone: '\u202a+229 01\u202c', note: 'un\r\ndeux' }
  await expect(call(persons.create, { body })).rejects.toThrow('requests:invalid')
  await expect(call(sales.list, { query: { search: 'dos\u200esou' } })).rejects.toThrow('requests:invalid')
  expect(bodies).toEqual([{ lastName: 'Dossou', phone: '+229 01', note: 'un\ndeux' }])
  expect(queries[1]).toBe('?search=dossou')
  expect(body.lastName).toBe('Dos\u200bsou')
})
