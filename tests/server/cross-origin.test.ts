import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, database, hints } = await testApp()

async function allowedOrigin(windowOrigins: readonly string[], origin: string): Promise<unknown> {
  const served = await buildApp({ database, hints, identity: app.services.identity, windowOrigins })
  const reply = await served.inject({
    method: 'OPTIONS',
    url: '/api/sales',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
  await served.close()
  return reply.headers['access-control-allow-origin']
}

test('windows served from a named origin may call, others may not', async () => {
  expect(await allowedOrigin(['https://caisse.example'], 'https://caisse.example')).toBe('https://caisse.example')
  expect(await allowedOrigin(['https://caisse.example'], 'https://elsewhere.example')).toBeUndefined()
  expect(await allowedOrigin([], 'https://caisse.example')).toBeUndefined()
})

test('a window of another origin may say which build it is', async () => {
  const served = await buildApp({
    database,
    hints,
    identity: app.services.identity,
    windowOrigins: ['https://caisse.example'],
  })
  const asks = {
    origin: 'https://caisse.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,x-client-version',
  }
  const reply = await served.inject({ method: 'OPTIONS', url: '/api/sales', headers: asks })
  await served.close()
  expect(reply.headers['access-control-allow-headers']).toContain('x-client-version')
})

test('the origins come from the environment; one that is none stops the start', () => {
  expect(
    readConfig({ NODE_ENV: 'test', WINDOW_ORIGINS: 'https://a.example, https://b.example' }).windowOrigins,
  ).toEqual(['https://a.example', 'https://b.example'])
  expect(() => readConfig({ WINDOW_ORIGINS: 'a.example' })).toThrow(/WINDOW_ORIGINS/)
})

test('a window of another origin may read the date of an answer: it compares its clock with the server’s', async () => {
  const served = await buildApp({
    database,
    hints,
    identity: app.services.identity,
    windowOrigins: ['https://caisse.example'],
  })
  const reply = await served.inject({ method: 'HEAD', url: '/api/', headers: { origin: 'https://caisse.example' } })
  await served.close()
  expect(reply.headers['access-control-expose-headers']).toBe('Date, x-generation')
})
