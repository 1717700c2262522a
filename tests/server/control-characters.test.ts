import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allCalls, type NamedEndpoint } from '#shared/contract/contract.ts'
import { textFields } from '#shared/contract/input-texts.ts'
import { persons } from '#shared/contract/persons.ts'
import { sales } from '#shared/contract/sales.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { callFixtures } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aQuickPatient } from '#tests/server/support/quick-patients.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { replaced } from '#tests/server/support/request-places.ts'
import { openAdmin } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'

const { app, as, database, openShop, rowCounts } = await testApp()
const shop = await openShop('control characters')
const fixtures = callFixtures(shop, await aFullShop(database, shop))
const { token } = await aMember(database, shop, permissions)
const admin = await openAdmin(database)
const inputs = allCalls.filter(({ endpoint }) => endpoint.permission !== 'public' && (endpoint.body || endpoint.query))
/** Half a surrogate pair cannot arrive in a query: the encoding of an address has none. */
const inQuery = ['a\u001bp\u0000', '\u202ea', 'a\u200b', 'a\u2028b']
const unprintable = { query: inQuery, body: [...inQuery, '\ud800'] }
const nameOf = ({ family, name }: NamedEndpoint): string => `${family}.${name}`

/** What a till did offline, and files, are cleaned. All other calls refuse. */
const cleans = ({ endpoint }: NamedEndpoint): boolean => endpoint.deferred === true || endpoint.cleansTexts === true

test('besides what a till did offline, only files are cleaned instead of refused', () => {
  expect(allCalls.filter(({ endpoint }) => endpoint.cleansTexts).map(nameOf)).toEqual([
    'billStatements.create',
    'wholesalerProducts.takeList',
    'deliveryImports.patch',
    'productHealthInsurance.importList',
    'insuredImports.check',
    'insuredImports.run',
    'registerImports.check',
    'registerImports.create',
  ])
})

test.each(inputs.map((call) => [nameOf(call), call] as const))(
  '%s takes no printer command and no turned text in any of its texts',
  async (name, call) => {
    const before = await rowCounts()
    const accepted: string[] = []
    for (const part of ['query', 'body'] as const) {
      for (const path of call.endpoint[part] ? textFields(call.endpoint[part]) : []) {
        const keys = path
          .split('.')
          .slice(1)
          .map((key) => (key === '*' ? '0' : key))
        for (const text of unprintable[part]) {
          const given = { ...fixtures[name]!() }
          const fields = replaced(given[part] ?? {}, keys, text) as Record<string, unknown>
          const { status, issues } = await send(call, { ...given, [part]: fields })
          const named = `${[part, ...keys].join('.')} control characters`
          if (cleans(call) ? issues.includes(named) || status >= 500 : status !== 400 || !issues.includes(named))
            accepted.push(`${named}: ${status}`)
          // the cleaned request of such a call may be right
          if (cleans(call)) break
        }
      }
    }
    expect(accepted).toEqual([])
    if (!cleans(call)) expect(await rowCounts()).toEqual(before)
  },
)

describe('what a till of an earlier version did offline', () => {
  const dirty = 'Do\u001bp\u0000li\u202eprane'

  test('a sale is kept, cleaned; sent again, it is the same sale', async () => {
    const sale = aSale(shop)
    sale.records[0]!.label = dirty
    const closed = await as(shop.terminal.token).call(sales.close, { body: sale })
    expect(closed.records[0]!.label).toBe('Dopliprane')
    expect(await as(shop.terminal.token).call(sales.close, { body: sale })).toEqual(closed)
    // a window of this version sends the same sale cleaned
    const cleaned = { ...sale, records: [{ ...sale.records[0]!, label: 'Dopliprane' }] }
    expect(await as(shop.terminal.token).call(sales.close, { body: cleaned })).toEqual(closed)
  })

  test('a sale whose text has nothing else is kept too', async () => {
    const sale = aSale(shop)
    sale.records[0]!.label = '\u001b'
    const { outcomes } = await as(shop.terminal.token).call(sales.closeSeveral, { body: { sales: [sale] } })
    expect(outcomes).toMatchObject([{ kind: 'closed', sale: { records: [{ label: '?' }] } }])
  })

  test('a patient is kept, cleaned, so that the sale after it finds him', async () => {
    const patient = aQuickPatient(shop, { lastName: 'Agbo\u001bpdjan\u202e', phone: '\u202a01 96 12 34 56\u202c' })
    const kept = await as(shop.terminal.token).call(persons.createPatientByQuickWay, { body: patient })
    expect(kept).toMatchObject({ lastName: 'Agbopdjan', phone: '+2290196123456' })
    const closed = await as(shop.terminal.token).call(sales.close, { body: aSale(shop, { patientId: patient.id }) })
    expect(closed.patientId).toBe(patient.id)
  })
})

test('a name stored before this rule can still be read', async () => {
  const { id } = await as(shop.titulaire.token).call(persons.create, { body: { lastName: 'Ancien' } })
  await database.platform((tx) => sql`update persons set last_name = ${'An\u001bcien'} where id = ${id}`.execute(tx))
  const read = await as(shop.titulaire.token).call(persons.read, { params: { id } })
  expect(read.lastName).toBe('An\u001bcien')
})

test('a note keeps its lines, a name has none', async () => {
  const write = (body: { lastName: string; note: string }) => as(shop.titulaire.token).call(persons.create, { body })
  expect(await write({ lastName: 'Dossou', note: 'un\ndeux' })).toMatchObject({ note: 'un\ndeux' })
  await expect(write({ lastName: 'Dos\nsou', note: 'un' })).rejects.toMatchObject({
    message: 'requests:invalid',
    details: { issues: [{ path: 'body.lastName', message: 'control characters' }] },
  })
})

async function send({ endpoint }: NamedEndpoint, given: ReturnType<(typeof fixtures)[string]>) {
  const { params = {}, query = {}, body } = given
  const reply = await app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!)}`,
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    headers: { authorization: `Bearer ${isOfPlatform(endpoint.permission) ? admin : token}` },
    ...(endpoint.body ? { payload: body ?? {} } : {}),
  })
  const { details } = reply.statusCode === 400 ? reply.json<{ details?: { issues?: Issue[] } }>() : {}
  return { status: reply.statusCode, issues: (details?.issues ?? []).map(({ path, message }) => `${path} ${message}`) }
}

type Issue = { path: string; message: string }
