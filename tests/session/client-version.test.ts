import { expect, test, vi } from 'vitest'
import { buildVersion } from '#shared/build.ts'
import { call, configureClient, openStream } from '#shared/client/call.ts'
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
