import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { satisfies } from 'semver'
import { expect, onTestFinished, test } from 'vitest'

type Locked = {
  version?: string
  optional?: boolean
  engines?: { node?: string }
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const promised = ['20.19.0', '20.20.0', '22.20.0', '24.12.0', '24.21.0']

/** An optional package that refuses is left out by npm without a word; any other gets a warning, or ends in an error. */
const refusing = (node: string): string[] =>
  Object.entries(packages)
    .filter(([, { optional, engines }]) => !optional && engines?.node && !satisfies(node, engines.node))
    .map(([path, { version, engines }]) => `${path || 'officine'} ${version} wants ${engines?.node}`)

test.each(promised)('every package that must be installed accepts Node %s', (node) => {
  expect(refusing(node)).toEqual([])
})

test.each(['18.20.0', '20.18.0', '22.19.0', '23.11.0', '24.11.0'])('Node %s is not promised', (node) => {
  expect(refusing(node)).toContainEqual(expect.stringMatching(/^officine /))
})

/** npm drops the optional packages of other platforms when it writes the lockfile over installed ones (docs/decisions/0004). */
test('the lockfile has every optional package, of this platform or of another', () => {
  const folders = (path: string): string[] =>
    path === '' ? [''] : [`${path}/`, ...folders(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))))]
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !folders(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${path} → ${name}`),
  )
  expect(missing).toEqual([])
})

/** The server calls neither of the two packages that an override holds back; what calls them must go on working (docs/decisions/0052-node-versions.md). */
test('@fastify/static names a download with accents so that every browser reads it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'officine-download-'))
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await rm(root, { recursive: true })
  })
  writeFileSync(join(root, 'export.csv'), 'a;b')
  await app.register(fastifyStatic, { root })
  app.get('/download', (_, reply) => reply.download('export.csv', 'Relevé « été » 50%.csv'))
  const { headers, body } = await app.inject('/download')
  expect([headers['content-disposition'], body]).toEqual([
    `attachment; filename="Relev? ? ?t? ? 50%.csv"; filename*=UTF-8''Relev%C3%A9%20%C2%AB%20%C3%A9t%C3%A9%20%C2%BB%2050%25.csv`,
    'a;b',
  ])
})

test('cookies given to `inject` arrive encoded, and stay whole', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  app.get('/', ({ headers }) => ({ cookie: headers.cookie }))
  const reply = await app.inject({ url: '/', cookies: { name: 'Zoé; admin=1', plain: 'a-b_c' } })
  expect(reply.json()).toEqual({ cookie: 'name=Zo%C3%A9%3B%20admin%3D1; plain=a-b_c' })
})
