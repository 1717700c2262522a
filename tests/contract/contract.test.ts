import { expect, test } from 'vitest'
import * as z from 'zod'
import { allCalls } from '#shared/contract/contract.ts'
import { resource } from '#shared/contract/resource.ts'
import { listOf, Money, PageQuery } from '#shared/contract/values.ts'
import { permissions } from '#shared/domain/permissions.ts'

test('no two calls share a method and path', () => {
  const places = allCalls.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
})

test.each(allCalls.map((call) => [`${call.family}.${call.name}`, call.endpoint] as const))(
  '%s names who may, what it is, and each parameter of its path',
  (_, endpoint) => {
    expect(['public', 'terminal', 'member', ...permissions]).toContain(endpoint.permission)
    expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/)
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(inPath)
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE') expect(endpoint.body).toBeUndefined()
  },
)

test('no list in a request is endless', () => {
  const endless: string[] = []
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('type' in schema && schema.type === 'array' && !('maxItems' in schema)) endless.push(place)
    for (const [key, value] of Object.entries(schema)) look(value, `${place}.${key}`)
  }
  for (const { family, name, endpoint } of allCalls)
    for (const part of [endpoint.params, endpoint.query, endpoint.body])
      if (part) look(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }), `${family}.${name}`)
  expect(endless).toEqual([])
})

// The platform's admin reads by the rights by which he writes: what shows other pharmacies asks for one of them.
test('a call that only reads asks for no right to write', () => {
  const writing = /(?<!^(referential|platform))\.(edit|manage|adjust|close|create|sell)$/
  expect(
    allCalls
      .filter(({ endpoint }) => endpoint.method === 'GET' && writing.test(endpoint.permission))
      .map(({ endpoint }) => endpoint.path),
    // Every member reads settings; the engine of the server, its backup and the tokens of programs concern who manages them.
  ).toEqual(['/pharmacies/engine', '/pharmacies/backup/days', '/assistant-tokens', '/assistant-tokens/{id}'])
})

test('a resource has the five generic calls, and a family may add filters to its list', () => {
  const item = z.object({ id: z.uuid(), name: z.string() })
  const racks = resource({
    path: '/racks',
    noun: 'rack',
    item,
    create: item.omit({ id: true }),
    patch: item.omit({ id: true }).partial(),
    read: 'member',
    write: 'product.edit',
    touches: ['pharmacy-products'],
    query: PageQuery.extend({ search: z.string().optional() }),
  })
  expect(
    Object.values(racks).map(({ method, path, permission, status }) => [method, path, permission, status ?? 200]),
  ).toEqual([
    ['GET', '/racks', 'member', 200],
    ['GET', '/racks/{id}', 'member', 200],
    ['POST', '/racks', 'product.edit', 201],
    ['PATCH', '/racks/{id}', 'product.edit', 200],
    ['DELETE', '/racks/{id}', 'product.edit', 200],
  ])
  expect(racks.list.query?.parse({ search: 'doli' })).toEqual({ page: 0, size: 20, search: 'doli' })
})

test('pages are counted from 0, 20 to a page, and no page is endless', () => {
  expect(PageQuery.parse({})).toEqual({ page: 0, size: 20 })
  expect(PageQuery.parse({ page: '2', size: '200' })).toEqual({ page: 2, size: 200 })
  for (const query of [{ page: -1 }, { page: '1.5' }, { size: 0 }, { size: 100_000 }, { page: 'x' }])
    expect(PageQuery.safeParse(query).success).toBe(false)
})

test('money is whole, and safe to count with', () => {
  for (const amount of [0, 25, -5, Number.MAX_SAFE_INTEGER]) expect(Money.safeParse(amount).success).toBe(true)
  for (const amount of [0.5, '25', NaN, Infinity, 2 ** 53, null]) expect(Money.safeParse(amount).success).toBe(false)
})

test('a reply keeps what is declared and drops the rest', () => {
  const list = listOf(z.object({ id: z.string() }))
  expect(list.parse({ items: [{ id: 'a', purchasePrice: 600 }], total: 1, secret: true })).toEqual({
    items: [{ id: 'a' }],
    total: 1,
  })
})

test('a change leaves alone what it does not name, also what a creation has a default for', () => {
  const create = z.object({
    name: z.string(),
    phone: z.string().nullable().default(null),
    tags: z.array(z.string()).default([]),
  })
  const { patch } = resource({
    path: '/racks',
    noun: 'rack',
    item: create,
    create,
    patch: create.extend({ archived: z.boolean() }).partial(),
    read: 'member',
    write: 'product.edit',
    touches: ['pharmacy-products'],
  })
  expect(patch.body?.parse({ name: 'A' })).toEqual({ name: 'A' })
  expect(patch.body?.parse({ phone: null, tags: [] })).toEqual({ phone: null, tags: [] })
  expect(patch.body?.safeParse({ phone: 1 }).success).toBe(false)
})
