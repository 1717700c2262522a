/**
 * `npm run bench:files`: files made to stop the server are uploaded one after another while a till sells without a pause;
 * prints the slowest sale during each, and without any file.
 */
import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import { sales } from '#shared/contract/sales.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { openDatabase } from '#server/db/database.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { openShop } from '#tests/server/support/shop.ts'
import { callApp } from '#tests/server/support/test-app.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { bomb, manyParts, oneFarCell, oneLine } from '#tests/support/heavy-files.ts'
import { openBenchApi } from './support/bench-api.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'

const note = `Code;Désignation;Qté livrée;PA;PV\n${Array.from({ length: 20_000 }, (_, at) => `${1_000_000 + at};PRODUIT ${at};3;650;1000`).join('\n')}`
const files: [string, () => Uint8Array | null][] = [
  ['no file', () => null],
  ['one cell in XFD1048576', oneFarCell],
  ['0.3 MB that unpack to 300 MB', bomb],
  ['60,000 parts', manyParts],
  ['14 MB in one line', oneLine],
  ['a good note of 20,000 lines', () => Buffer.from(note)],
]

const cluster = await startCluster({ durable: true })
const database = await openDatabase({ url: await cluster.create('files') })
const { app, close } = await openBenchApi(database)
try {
  const shop = await openShop(database, 'files')
  const clerk = { token: shop.stocks.token }
  const { id: supplierId } = await callApp(app, clerk, suppliers.create, { body: { name: 'Ubipharm' } })
  const rows: string[][] = []
  for (const [name, made] of files) {
    const bytes = made()
    const started = performance.now()
    let isRead = bytes === null
    const reading =
      bytes &&
      callApp(app, clerk, deliveryImports.create, { body: { supplierId, bl: new File([bytes as BlobPart], 'BL') } })
        .then(
          () => 'read',
          () => 'refused',
        )
        .finally(() => (isRead = true))
    const times: number[] = []
    while (!isRead || times.length < 50) {
      const at = performance.now()
      await callApp(app, { token: shop.vendeur.token }, sales.close, { body: aSale(shop) })
      times.push(performance.now() - at)
    }
    const outcome = (await reading) ?? '–'
    const took = performance.now() - started
    rows.push([name, outcome, took.toFixed(0), percentilesOf(times).p50.toFixed(0), Math.max(...times).toFixed(0)])
  }
  printTable('Sales while a file is read, ms', ['file', 'outcome', 'file', 'sale p50', 'slowest sale'], rows)
} finally {
  await close()
  await database.close()
  await cluster.stop()
}
