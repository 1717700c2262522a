import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app: bare } = await testApp()
const dist = await mkdtemp(join(tmpdir(), 'officine-dist-'))
await mkdir(join(dist, 'assets'))
const files = {
  'kiosk.html': '<title>kiosk</title>',
  'backoffice.html': '<title>back-office</title>',
  'sw.js': 'self',
  'assets/kiosk-1a2b.js': `export const text = "${'x'.repeat(5000)}"`,
}
for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content)
const emulator = createServer((request, reply) => reply.end(`emulator ${request.method} ${request.url}`))
await new Promise<void>((done) => emulator.listen(0, '127.0.0.1', done))
const app = await buildApp({
  ...bare.services,
  windows: dist,
  emulatorHost: `127.0.0.1:${(emulator.address() as AddressInfo).port}`,
})
afterAll(async () => {
  await app.close()
  emulator.close()
  await rm(dist, { recursive: true })
})

test.each([
  ['/kiosk/', 'kiosk'],
  ['/kiosk/vente/0199', 'kiosk'],
  ['/backoffice/', 'back-office'],
  ['/backoffice/stock/0199?tab=lots', 'back-office'],
])('%s is the window %s, asked for each time', async (url, title) => {
  const reply = await app.inject({ url })
  expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([
    200,
    `<title>${title}</title>`,
    'no-cache',
  ])
})

test('who comes without a path is sent to the kiosk', async () => {
  for (const [url, to] of [
    ['/', '/kiosk/'],
    ['/kiosk', '/kiosk/'],
    ['/backoffice', '/backoffice/'],
  ]) {
    const reply = await app.inject({ url: url! })
    expect([url, reply.statusCode, reply.headers.location]).toEqual([url, 302, to])
  }
})

test('what has a hash in its name is kept for good, the service worker never', async () => {
  const asset = await app.inject({ url: '/assets/kiosk-1a2b.js', headers: { 'accept-encoding': 'gzip' } })
  expect([asset.headers['cache-control'], asset.headers['content-encoding']]).toEqual([
    'public, max-age=31536000, immutable',
    'gzip',
  ])
  expect((await app.inject({ url: '/sw.js' })).headers['cache-control']).toBe('no-cache')
})

test('a missing file is not a window: an old page must not take HTML for a module', async () => {
  for (const url of [
    '/assets/gone-3c4d.js',
    '/kiosk/gone-3c4d.js',
    '/backoffice/assets/gone.css?v=1',
    '/kiosk/sw.js',
    '/elsewhere',
    '/api/kiosk',
  ])
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
})

test('the sign-in of the demo goes through our own address', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo',
    payload: {},
  })
  expect(reply.body).toBe('emulator POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo')
  expect((await app.inject({ url: '/emulator/v1/projects/demo' })).body).toBe('emulator GET /emulator/v1/projects/demo')
  expect((await bare.inject({ url: '/emulator/v1/projects/demo' })).statusCode).toBe(404)
})

test('the base answers HEAD and GET without a token', async () => {
  for (const url of ['/api', '/api/']) {
    expect([url, (await app.inject({ method: 'HEAD', url })).statusCode]).toEqual([url, 200])
    const reply = await app.inject({ url })
    expect([reply.json(), reply.headers['cache-control']]).toEqual([
      expect.objectContaining({ name: 'officine' }),
      'no-store',
    ])
  }
})
