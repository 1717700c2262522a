import { expect, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { callFixtures } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, database, openShop } = await testApp()
const shop = await openShop('rows only')
const fixtures = callFixtures(shop, await aFullShop(database, shop))
const { token } = await aMember(database, shop, permissions)
const admin = await openAdmin(database)
const lists = allCalls.filter(({ endpoint: { query } }) => query && Object.hasOwn(query.shape, 'rowsOnly'))

test.each(lists.map((list) => [`${list.family}.${list.name}`, list] as const))(
  '%s has the same rows with its total and without',
  async (name, { endpoint }) => {
    const { params = {}, query = {} } = fixtures[name]!()
    const url = `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key]!))}`
    const headers = { authorization: `Bearer ${isOfPlatform(endpoint.permission) ? admin : token}` }
    const ask = async (more: Record<string, string | undefined>) => {
      const reply = await app.inject({
        method: endpoint.method,
        url,
        headers,
        query: { ...query, ...more } as Record<string, string>,
      })
      return { status: reply.statusCode, body: reply.json<{ items: unknown[] }>() }
    }
    const searches = Object.hasOwn(endpoint.query!.shape, 'search') ? [{}, { search: 'a' }] : [{}]
    for (const search of searches) {
      for (const page of ['0', '1']) {
        const asked = { ...search, page, size: '1' }
        const whole = await ask(asked)
        expect(whole).toEqual({ status: 200, body: expect.objectContaining({ total: expect.any(Number) }) })
        expect(await ask({ ...asked, rowsOnly: 'true' })).toEqual({ status: 200, body: { items: whole.body.items } })
      }
    }
  },
)
