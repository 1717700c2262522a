import { describe, expect, test } from 'vitest'
import { exports } from '#shared/contract/exports.ts'
import { movements } from '#shared/contract/movements.ts'
import { sales } from '#shared/contract/sales.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { anExport } from '#tests/server/support/exporting.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop } = await testApp()
const shop = await openShop('exports')
const owner = as(shop.titulaire.token)
const tracesOf = async (query: object = {}) => (await owner.call(exports.list, { query })).items

test('an export of a window is recorded once, and the owner reads who, when, what and how much', async () => {
  const body = anExport(shop, { filters: 'avec une dette', format: 'xlsx' })
  const noted = await as(shop.terminal.token).call(exports.create, { body })
  expect(await as(shop.terminal.token).call(exports.create, { body })).toEqual(noted)
  expect(await tracesOf({ search: 'clients' })).toEqual([
    {
      id: body.id,
      list: 'Clients',
      filters: 'avec une dette',
      format: 'xlsx',
      rows: 5169,
      exportedAt: '2026-03-02T10:00:00.000Z',
      byName: noted.byName,
    },
  ])
  expect(noted.byName).not.toBe('')
})

test('a clock that is ahead dates no export in the future', async () => {
  const before = Date.now()
  const noted = await owner.call(exports.create, { body: anExport(shop, { exportedAt: '2999-01-01T00:00:00.000Z' }) })
  expect(Date.parse(noted.exportedAt)).toBeLessThanOrEqual(Date.now())
  expect(Date.parse(noted.exportedAt)).toBeGreaterThanOrEqual(before - 60_000)
})

test('a seller may neither export nor read who exported', async () => {
  await expect(
    as(shop.vendeur.token).call(exports.create, { body: anExport(shop, { seller: shop.vendeur }) }),
  ).rejects.toMatchObject({ message: 'auth:forbidden' })
  await expect(as(shop.vendeur.token).call(exports.list, { query: {} })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
})

describe('a CSV file of the server', () => {
  test('needs the right to export besides the right to read', async () => {
    const reader = await aMember(
      database,
      shop,
      permissions.filter((permission) => permission !== 'data.export'),
    )
    await expect(as(reader.token).call(movements.movementReportCsv, { query: {} })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
    await as(reader.token).call(movements.movementReportData, { query: {} })
  })

  test('leaves a trace with its filters and the number of its rows', async () => {
    await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { payments: [cash(1000)] }) })
    const query = { kind: 'sale', type: 'CASH', from: '2026-01-01' }
    const file = await owner.call(movements.movementReportCsv, { query: query as never })
    expect(await tracesOf({ search: 'mouvements' })).toMatchObject([
      {
        list: 'Mouvements',
        filters: 'du 01/01/2026, Espèces, Vente',
        format: 'csv',
        rows: file.trimEnd().split('\r\n').length - 1,
      },
    ])
  })
})
