import { get as getPlain } from 'node:http'
import { createServer, get, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { keysBesideDatabase } from '#server/base/kept-secrets.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { startServer } from '#server/main.ts'
import { followerTlsOf } from '#server/open-parts.ts'
import { certify, makeAuthority } from '#server/tls/authority.ts'
import { authorityFile, openShopTls } from '#server/tls/shop-tls.ts'
import { testDatabaseUrl } from '#tests/server/support/test-database.ts'
import { testProject } from '#tests/server/support/shop.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

function aFolder(): string {
  const folder = newDataDirectory('tls')
  onTestFinished(() => removeDataDirectory(folder))
  return folder
}

/** The status of an answer, or why the connection was refused. */
function ask(port: number, { ca, name = '127.0.0.1', path = '/' }: { ca?: string; name?: string; path?: string }) {
  return new Promise<number | string>((done) => {
    get({ host: '127.0.0.1', port, ca, servername: name === '127.0.0.1' ? '' : name, path, agent: false }, (reply) => {
      reply.resume()
      done(reply.statusCode!)
    }).on('error', (error) => done(error.message))
  })
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a till that trusts the authority opens the shop by its names; without it, and by another name, it does not', async () => {
  const data = aFolder()
  const [port, helpPort] = [await freePort(), await freePort()]
  const server = await startServer(
    readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: await testDatabaseUrl(),
      DATA_DIRECTORY: data,
      FIREBASE_PROJECT_ID: testProject,
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
      PORT: String(port),
      TLS_NAMES: '127.0.0.1,officine.localhost',
      TLS_HELP_PORT: String(helpPort),
      LOG_LEVEL: 'silent',
    }),
  )
  onTestFinished(() => server.close())
  const help = `http://127.0.0.1:${helpPort}`
  const der = Buffer.from(await (await fetch(`${help}/officine.crt`)).arrayBuffer())
  const ca = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----`
  expect(await ask(port, { ca, path: '/api/' })).toBe(200)
  expect(await ask(port, { ca, name: 'officine.localhost', path: '/api/' })).toBe(200)
  expect(await ask(port, {})).toContain('unable to verify')
  expect(await ask(port, { ca, name: 'other.localhost' })).toContain('does not match')

  const page = await fetch(`${help}/`, { headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14)' } })
  const text = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).toContain(`<a href="https://127.0.0.1:${port}/">`)
  expect(/<details open><summary>([^<]+)/.exec(text)?.[1]).toBe('Tablette Android (Chrome)')
  expect((await fetch(`${help}/api/`)).status).toBe(404)
  expect((await fetch(`${help}/`, { method: 'POST' })).status).toBe(405)
  expect(text).not.toContain('PRIVATE KEY')
  // an address that cannot be read ends neither the page nor the shop
  const statusOf = (path: string) =>
    new Promise((done) =>
      getPlain({ host: '127.0.0.1', port: helpPort, path }, (reply) => done(reply.resume().statusCode)),
    )
  expect([await statusOf('//'), await statusOf('/officine.crt?x'), await statusOf('/%zz')]).toEqual([404, 200, 404])
})

test('the authority is made once, travels with the backup, and one that is damaged is said', async () => {
  const data = aFolder()
  const order = { dataDirectory: data, names: ['127.0.0.1'] }
  const first = await openShopTls(order)
  expect((await openShopTls(order)).fingerprint).toBe(first.fingerprint)
  const kept = await keysBesideDatabase({ dataDirectory: data, pinSecret: undefined, secretsKeys: [] })
  expect(kept[authorityFile]).toBe(await readFile(join(data, authorityFile), 'utf8'))
  await writeFile(join(data, authorityFile), 'damaged')
  await expect(openShopTls(order)).rejects.toThrow('n’est plus lisible')
})

test('what the authority signs for a public name is refused by whoever trusts it', async () => {
  const authority = await makeAuthority(new Date())
  const port = await listening(createServer(await certify(authority, ['banque.example'], new Date())))
  expect(await ask(port, { ca: authority.cert, name: 'banque.example' })).toMatch(/permitted subtree violation/)
})

test('a certificate is renewed before it ends, and when a clock that was wrong is set, without a restart', async () => {
  let clock = new Date('2020-01-01T00:00:00Z')
  const tls = await openShopTls({ dataDirectory: aFolder(), names: ['127.0.0.1'], now: () => clock })
  onTestFinished(() => tls.stop())
  const server = createServer(tls.context, (_request, reply) => reply.end())
  const renewals = vi.spyOn(server, 'setSecureContext')
  const port = await listening(server)
  tls.watch(server, 10)
  expect(await ask(port, { ca: tls.authority })).toBe('certificate has expired')
  clock = new Date()
  await expect.poll(() => renewals.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await ask(port, { ca: tls.authority })).toBe(200)
  const before = renewals.mock.calls.length
  clock = new Date(Date.now() + 125 * 86_400_000)
  await expect.poll(() => renewals.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(before)
  expect(await ask(port, { ca: tls.authority })).toBe(200)
})

test('a second computer makes no authority of its own: it does https with that of the first, once it has come', async () => {
  const data = aFolder()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIRECTORY: data,
    TLS_NAMES: '127.0.0.1',
    FIREBASE_PROJECT_ID: testProject,
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
  })
  const said: string[] = []
  expect(await followerTlsOf(config, (sentence) => said.push(sentence))).toBeUndefined()
  expect(said).toEqual([expect.stringContaining('n’est pas encore là')])
  await expect(readFile(join(data, authorityFile), 'utf8')).rejects.toThrow('ENOENT')
  const { cert, key } = await makeAuthority(new Date())
  await writeFile(join(data, authorityFile), `${cert}${key}`)
  expect(await followerTlsOf(config, (sentence) => said.push(sentence))).toMatchObject({ authority: cert.trim() })
  expect(said).toHaveLength(1)
})
