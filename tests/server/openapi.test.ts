import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { buildApp } from '#server/app.ts'
import { openApiDocument } from '#server/openapi/document.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, database, hints } = await testApp()
type Operation = {
  operationId: string
  security?: unknown
  description: string
  parameters?: { name: string; in: string; required: boolean }[]
}
const document = openApiDocument() as unknown as { openapi: string; paths: Record<string, Record<string, Operation>> }

test('every call of the contract is in the document, under its own name, and nothing else is', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  )
  expect(described.toSorted()).toEqual(
    allCalls.map(({ family, name, endpoint }) => `${endpoint.method} ${endpoint.path} ${family}.${name}`).toSorted(),
  )
})

test('it says who may, and which parameters a path needs', () => {
  expect(document.paths['/roles']?.post?.description).toContain('`role.manage`')
  expect(document.paths['/']?.get?.security).toBeUndefined()
  for (const [path, operations] of Object.entries(document.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters = [] } of Object.values(operations))
      expect(parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.required])).toEqual(
        named.map((name) => [name, true]),
      )
  }
})

test('the server gives it at /openapi.json and shows it at /docs', async () => {
  const served = await app.inject('/openapi.json')
  expect(served.json()).toEqual(JSON.parse(JSON.stringify(document)))
  const page = await app.inject({ url: '/docs/' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
  const specification = await app.inject('/docs/json')
  expect(specification.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Officine' } })
})

test('a server that keeps it closed answers nothing at any of its addresses', async () => {
  const closed = await buildApp({ database, hints, identity: app.services.identity, opensDocs: false })
  onTestFinished(() => closed.close())
  for (const url of ['/openapi.json', '/docs', '/docs/', '/docs/json', '/docs/yaml', '/docs/static/index.html'])
    expect([url, (await closed.inject(url)).statusCode]).toEqual([url, 404])
})

test('it is printed without a server', () => {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', 'src/server/openapi/print.ts'], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
  expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(document)))
})
