import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import { sales } from '#shared/contract/sales.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { tableTroubleTexts } from '#shared/domain/files/table-file-texts.ts'
import type { TableFileTrouble } from '#shared/domain/files/table-file.ts'
import { readTableApart } from '#server/base/read-table.ts'
import { aSale } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { bomb, lyingBook, manyParts, oneFarCell, oneLine } from '#tests/support/heavy-files.ts'

const { as, openShop } = await testApp()
let shop: Shop
let supplierId: string

beforeAll(async () => {
  shop = await openShop('heavy files')
  supplierId = (await as(shop.stocks.token).call(suppliers.create, { body: { name: 'Ubipharm' } })).id
})

const send = (bytes: Uint8Array, name = 'BL.xlsx') =>
  as(shop.stocks.token).call(deliveryImports.create, {
    body: { supplierId, bl: new File([bytes as BlobPart], name) },
  })

describe('a file made to stop the server is refused with a sentence, and a till sells meanwhile', () => {
  test.each([
    ['one cell in XFD1048576', oneFarCell, 'tooManyColumns'],
    ['0.3 MB that unpack to 300 MB', bomb, 'tooMuchUnpacked'],
    ['60,000 parts', manyParts, 'tooManyParts'],
    ['14 MB in one line', oneLine, 'lineTooLong'],
    ['a part larger than declared', lyingBook, 'brokenSpreadsheet'],
    ['a million rows', () => Buffer.from('a;b\n'.repeat(1_000_000)), 'tooManyCells'],
  ] as const satisfies readonly (readonly [string, () => Uint8Array, TableFileTrouble])[])(
    '%s',
    async (_, file, trouble) => {
      const bytes = file()
      const sale = aSale(shop)
      const [reading, sold] = await Promise.all([
        send(bytes).catch((error: unknown) => error),
        as(shop.vendeur.token).call(sales.close, { body: sale }),
      ])
      expect(reading).toMatchObject({
        status: 422,
        message: 'deliveryImports:unreadableFile',
        details: { reason: tableTroubleTexts[trouble] },
      })
      expect(sold.id).toBe(sale.id)
    },
  )
})

describe('the thread that reads a file', () => {
  const rows = (count = 20_000) => new TextEncoder().encode('Code;Nom\n'.repeat(count))

  test.each([
    ['takes too long', { ms: 1, memoryMb: 1_024 }],
    ['takes too much memory', { ms: 45_000, memoryMb: 40 }],
  ])('is ended when it %s', async (_, limits) => {
    expect(await readTableApart('x.csv', rows(200_000), {}, limits)).toEqual({ ok: false, trouble: 'tooHeavy' })
  })

  test('takes the files that came meanwhile after it, and those that waited too long end', async () => {
    const first = readTableApart('x.csv', rows())
    const late = readTableApart('x.csv', rows(), {}, { ms: 1, memoryMb: 1_024 })
    const second = readTableApart('x.csv', rows())
    expect(await late).toEqual({ ok: false, trouble: 'tooHeavy' })
    expect((await first).ok).toBe(true)
    expect((await second).ok).toBe(true)
  })
})

const dirty = join(import.meta.dirname, '../../../shared/data/dirty-files')
test.skipIf(!existsSync(dirty))('every dirty file is previewed, or refused with a sentence', async () => {
  for (const name of readdirSync(dirty)) {
    const answer = await send(readFileSync(join(dirty, name)), name).catch((error: unknown) => error)
    if (answer instanceof Error)
      expect(answer, name).toMatchObject({ status: 422, details: { reason: expect.stringMatching(/\.$/) as string } })
    else expect(answer, name).toMatchObject({ fileName: name })
  }
})
