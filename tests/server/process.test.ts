import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/db/embedded/free-port.ts'
import { readPostmaster } from '#server/db/embedded/postmaster-file.ts'
import { aServiceAccount } from '#tests/server/support/service-account.ts'
import { spawnProgram, type ServerProcess } from '#tests/server/support/server-process.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'
import { takenPort } from '#tests/support/taken-port.ts'

test('SIGTERM stops a server that answers, and its PostgreSQL with it', async () => {
  const data = aDataDirectory()
  const { server, url } = await start(data)
  expect((await fetch(`${url}/api/`, { method: 'HEAD' })).status).toBe(200)
  expect(await readPostmaster(join(data, 'postgresql', 'data'))).toBeDefined()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(await readPostmaster(join(data, 'postgresql', 'data'))).toBeUndefined()
})

test('a second process on the same directory is refused with a clear message, and the first goes on', async () => {
  const data = aDataDirectory()
  const { server, url } = await start(data)
  const second = spawnServer(data)
  expect([await second.ended, second.output()]).toEqual([
    1,
    expect.stringContaining(`est déjà ouverte par Officine (officine, processus ${server.pid})`),
  ])
  expect((await fetch(`${url}/api/`)).status).toBe(200)
  await server.end('SIGTERM')
})

test('a port that is taken is said with what to do, and PostgreSQL does not stay behind', async () => {
  const data = aDataDirectory()
  const port = await takenPort()
  const server = spawnServer(data, { PORT: String(port) })
  expect([await server.ended, server.output()]).toEqual([
    1,
    expect.stringContaining(`Le port ${port} de 127.0.0.1 est déjà pris`),
  ])
  expect(await readPostmaster(join(data, 'postgresql', 'data'))).toBeUndefined()
})

test('production runs on the embedded PostgreSQL', async () => {
  const data = aDataDirectory()
  const server = spawnServer(data, {
    NODE_ENV: 'production',
    FIREBASE_PROJECT_ID: 'officine-bj',
    PIN_SECRET: '8c2b6f0e91d74a53b7e0c4f219a86d35',
    PUBLIC_ORIGIN: 'https://officine.example',
    SECRETS_KEY: 'ab01'.repeat(16),
    FIREBASE_AUTH_EMULATOR_HOST: '',
    GOOGLE_APPLICATION_CREDENTIALS: await aServiceAccount(data, 'officine-bj'),
  })
  const url = await addressOf(server)
  expect((await fetch(`${url}/api/`)).status).toBe(200)
  expect(await fetch(`${url}/openapi.json`).then(({ status }) => status)).toBe(404)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a start that is refused says why in French, one setting a line', async () => {
  const data = aDataDirectory()
  const server = spawnServer(data, { NODE_ENV: 'production', PORT: 'many' })
  expect([await server.ended, server.output()]).toEqual([
    1,
    'Officine ne démarre pas, ces réglages sont à corriger :\n- PORT est un nombre de 0 à 65535.\n',
  ])
  const open = spawnServer(data, { HOST: '0.0.0.0' })
  expect([await open.ended, open.output()]).toEqual([1, expect.stringContaining('ALLOW_DEMO_ON_NETWORK=true')])
})

test('a database and an address that are not there are said by their setting', async () => {
  const data = aDataDirectory()
  const port = await freePort()
  const away = spawnServer(data, { DATABASE_URL: `postgresql://officine:x@localhost:${port}/officine` })
  expect([await away.ended, away.output()]).toEqual([
    1,
    `DATABASE_URL : PostgreSQL ne répond pas à localhost:${port} (ECONNREFUSED).\n`,
  ])
  const elsewhere = spawnServer(data, { HOST: '192.0.2.1', ALLOW_DEMO_ON_NETWORK: 'true' })
  expect([await elsewhere.ended, elsewhere.output()]).toEqual([
    1,
    expect.stringContaining('HOST : cette machine n’a pas l’adresse 192.0.2.1.'),
  ])
})

test('npm start names the demo of a former version and leaves it alone', async () => {
  const data = aDataDirectory()
  await mkdir(join(data, 'pglite'))
  const shop = spawnProgram('src/server/start.ts', { DATA_DIRECTORY: data }, ['--no-build', '--port', '0'])
  await expect.poll(shop.output, { timeout: 200_000 }).toContain('Officine est ouverte.')
  expect(shop.output()).toContain(`${join(data, 'pglite')} est la démonstration d’une version précédente`)
  expect(await shop.end('SIGTERM')).toBe(0)
  expect(existsSync(join(data, 'pglite'))).toBe(true)
})

function aDataDirectory(): string {
  const directory = newDataDirectory('data')
  onTestFinished(() => removeDataDirectory(directory))
  return directory
}

function spawnServer(data: string, environment: Record<string, string> = {}): ServerProcess {
  return spawnProgram('src/server/main.ts', {
    DATA_DIRECTORY: data,
    PORT: '0',
    FIRST_START: 'new',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
    ...environment,
  })
}

async function start(data: string): Promise<{ server: ServerProcess; url: string }> {
  const server = spawnServer(data)
  return { server, url: await addressOf(server) }
}

async function addressOf({ output }: ServerProcess): Promise<string> {
  const address = /http:\/\/127\.0\.0\.1:\d+/
  await expect.poll(output, { timeout: 100_000 }).toMatch(address)
  return address.exec(output())![0]
}
