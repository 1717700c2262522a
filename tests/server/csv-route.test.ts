import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { movements } from '#shared/contract/movements.ts'
import { sales } from '#shared/contract/sales.ts'
import { aSale, cash } from '#tests/server/support/selling.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, as, database, openShop } = await testApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const shop = await openShop('a ledger of many rows')
await as(shop.vendeur.token).call(sales.close, { body: aSale(shop, { payments: [cash(1000)] }) })

/** 20,000 rows of 2 kB each are more than what the sockets between server and client buffer. */
const rowCount = 20_000
await database.platform((tx) =>
  sql`
    insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, user_id, occurred_at, note)
    select pharmacy_id, gen_random_uuid(), register_id, 'cash-in', 'CASH', n, at, user_id, at + n * interval '1 second', n || ' ' || repeat('x', 2000)
    from (select * from register_movements where pharmacy_id = ${shop.id} and kind = 'sale' limit 1) m, generate_series(1, ${rowCount}) n`.execute(
    tx,
  ),
)

function download(init: RequestInit = {}, encoding = 'identity') {
  return fetch(`${address}/api/movements/movement-report-csv?kind=cash-in`, {
    ...init,
    headers: { authorization: `Bearer ${shop.titulaire.token}`, 'accept-encoding': encoding },
  })
}

/** Makes every read of the database after the first `readCount` fail. */
function failReadsAfter(readCount: number) {
  const read = database.read.bind(database)
  let done = 0
  return vi.spyOn(database, 'read').mockImplementation(async (pharmacyId, work) => {
    done += 1
    if (done > readCount) throw new Error('the connection broke')
    return read(pharmacyId, work)
  })
}

afterEach(() => vi.restoreAllMocks())

describe.each(['identity', 'gzip'])('a large CSV file, encoded as %s,', (encoding) => {
  test('has every row once, newest first', async () => {
    const lines = (await (await download({}, encoding)).text()).split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF?Date;Heure;/)
    expect(lines.at(-1)).toBe('')
    const amounts = lines.slice(1, -1).map((line) => Number(line.split(';')[5]))
    expect(amounts).toEqual(Array.from({ length: rowCount }, (_, index) => rowCount - index))
  })

  test('is a failed download when a page in the middle fails', async () => {
    // Reads: who calls, the place, then a page each.
    failReadsAfter(4)
    const reply = await download({}, encoding)
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow()
  })

  test('is read no further when the client leaves', async () => {
    const reads = vi.spyOn(database, 'read')
    const leaving = new AbortController()
    const reply = await download({ signal: leaving.signal }, encoding)
    await reply.body!.getReader().read()
    leaving.abort()
    await wait(500)
    const seen = reads.mock.calls.length
    await wait(500)
    expect(reads.mock.calls.length).toBe(seen)
    expect(seen).toBeLessThan(rowCount / 2000)
  })
})

test('an error before the first row is answered as an error', async () => {
  failReadsAfter(1)
  const reply = await download()
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({ message: 'internal' })
})

test('a file without rows has its titles', async () => {
  const file = await as(shop.titulaire.token).call(movements.movementReportCsv, {
    query: { registerId: randomUUID() },
  })
  expect(file.split('\r\n')).toEqual([expect.stringContaining('Date;Heure;'), ''])
})
