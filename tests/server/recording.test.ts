import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { persons } from '#shared/contract/persons.ts'
import { fieldsOf } from '#shared/contract/recording.ts'
import { sales } from '#shared/contract/sales.ts'
import { pictureFields, secretFields } from '#shared/contract/values.ts'
import { permissions } from '#shared/domain/permissions.ts'
import { readRecoveryKey } from '#server/backup/recovery-key.ts'
import { eraseAgain } from '#server/persons/erase-person.ts'
import { readLines, readRecords, recordFiles } from '#server/recording/record-files.ts'
import { openRecorder, type Recorder } from '#server/recording/recorder.ts'
import type { CallRecord } from '#server/recording/call-record.ts'
import { callFixtures } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aPhoto } from '#tests/server/support/photographing.ts'
import { aSale } from '#tests/server/support/selling.ts'
import { tinyJpeg } from '#tests/server/support/tiny-jpeg.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const folder = await mkdtemp(join(tmpdir(), 'officine-recorded-'))
const key = await readRecoveryKey(await generateX25519Identity())
const now = { is: new Date() }
const faults: unknown[] = []
let recorder: Recorder
/** What the app writes to: each test opens its own. */
const shared: Recorder = {
  start: () => recorder.start(),
  note: (line) => recorder.note(line),
  forgetErased: () => recorder.forgetErased(),
  tidy: () => recorder.tidy(),
  stop: () => recorder.stop(),
}
const { app, as, database, openShop } = await testApp({ recorder: shared })
let count = 0
const open = (options: { mostBytes?: number; into?: string } = {}): string => {
  const into = options.into ?? join(folder, String(count++))
  recorder = openRecorder({
    folder: into,
    key,
    database,
    now: () => now.is,
    onError: (error) => void faults.push(error),
    ...options,
  })
  recorder.start()
  return into
}
afterAll(() => rm(folder, { recursive: true }))

async function recordsIn(into: string): Promise<CallRecord[]> {
  const found: CallRecord[] = []
  for await (const record of readRecords(into, key.identity)) found.push(record)
  return found
}

test('a sale is kept with its answer, its member and its moment, sealed, and without the token', async () => {
  const into = open()
  const shop = await openShop('recorded')
  const body = aSale(shop)
  const sale = await as(shop.vendeur.token).call(sales.close, { body })
  await expect(
    as(shop.vendeur.token).call(sales.close, { body: { ...body, id: randomUUID(), total: 1 } }),
  ).rejects.toBeDefined()
  await recorder.stop()
  const records = await recordsIn(into)
  expect(records.map(({ kind }) => kind)).toEqual(['begin', 'call', 'call', 'end'])
  expect(records[1]).toMatchObject({
    method: 'POST',
    path: '/sales',
    status: 201,
    body: JSON.parse(JSON.stringify(body)) as object,
    answer: JSON.parse(JSON.stringify(sale)) as object,
    caller: { kind: 'member', userId: shop.vendeur.id, pharmacyId: shop.id, unlockId: shop.vendeur.sessionId },
  })
  expect(records[2]).toMatchObject({ answer: { message: expect.any(String) as string } })
  for (const { name } of await recordFiles(into)) {
    const bytes = await readFile(join(into, name), 'latin1')
    expect(bytes).not.toContain(body.id)
    expect(bytes).not.toContain('/sales')
  }
})

test('every call of the contract: no token, no secret and no byte of a picture is kept', async () => {
  const into = open()
  const shop = await openShop('walked')
  const fixtures = callFixtures(shop, await aFullShop(database, shop))
  const { token } = await aMember(database, shop, permissions)
  const secrets = new Set([token, shop.vendeur.token, shop.terminal.token])
  const calls = allCalls.filter(({ endpoint }) => !endpoint.stream && !endpoint.multipart)
  for (const { family, name, endpoint } of calls) {
    const { params = {}, query = {}, body } = fixtures[`${family}.${name}`]!()
    const hasPicture = endpoint.body && fieldsOf(endpoint.body, pictureFields).length > 0
    if (hasPicture) body!['data'] = Buffer.concat([tinyJpeg, randomBytes(300)]).toString('base64')
    for (const registry of [secretFields, pictureFields])
      for (const path of endpoint.body ? fieldsOf(endpoint.body, registry) : []) {
        const value = path.reduce<unknown>((at, step) => (at as Record<string, unknown> | null)?.[step], body)
        // A PIN of four digits is also a part of many ids.
        if (typeof value === 'string') secrets.add(value.length < 8 ? `":"${value}"` : value)
      }
    const reply = await app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''))}`,
      query: Object.fromEntries(Object.entries(query).map(([part, value]) => [part, String(value)])),
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    })
    if (reply.statusCode < 300 && fieldsOf(endpoint.reply, secretFields).length > 0)
      for (const path of fieldsOf(endpoint.reply, secretFields)) {
        const value = path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], reply.json())
        if (typeof value === 'string' && value.length >= 8) secrets.add(value)
      }
  }
  await recorder.stop()
  const records = await recordsIn(into)
  const kept = records.map((record) => JSON.stringify(record))
  expect(kept.length).toBeGreaterThan(150)
  for (const secret of secrets) expect(kept.filter((line) => line.includes(secret))).toEqual([])
  expect(kept.filter((line) => /bearer|authorization|cookie/i.test(line))).toEqual([])
  expect(faults).toEqual([])
}, 600_000)

test('an erased person is in no record any more, nor are her sales; what wrote leaves a gap', async () => {
  const into = open()
  const shop = await openShop('erased')
  const titulaire = as(shop.titulaire.token)
  const person = await titulaire.call(persons.create, {
    body: { firstName: 'Hermione', lastName: 'Quenum' },
  })
  const body = aSale(shop, { patientId: person.id })
  await titulaire.call(sales.close, {
    body: {
      ...body,
      sellerId: shop.titulaire.id,
      sessionId: shop.titulaire.sessionId,
      sellerRoles: shop.titulaire.roles,
    },
  })
  await titulaire.call(sales.addPhoto, { body: aPhoto(shop, body.id, { seller: shop.titulaire }) })
  const other = aSale(shop)
  await as(shop.vendeur.token).call(sales.close, { body: other })
  await recorder.tidy()
  expect(JSON.stringify(await recordsIn(into))).toContain('Quenum')
  await titulaire.call(persons.erase, { params: { id: person.id } })
  await recorder.stop()
  const records = await recordsIn(into)
  const text = JSON.stringify(records)
  for (const trace of ['Quenum', 'Hermione', person.id, body.id]) expect(text).not.toContain(trace)
  expect(text).toContain(other.id)
  expect(records.filter(({ kind }) => kind === 'gap').map((gap) => 'path' in gap && gap.path)).toEqual([
    '/persons',
    '/sales',
    '/sales/photos',
    '/persons/{id}/erase',
  ])
})

test('who came back and is erased again is looked for again; other lines stay as they were', async () => {
  const into = open()
  const shop = await openShop('erased again')
  const titulaire = as(shop.titulaire.token)
  const { id } = await titulaire.call(persons.create, { body: { firstName: 'Hermione', lastName: 'Quenum' } })
  await titulaire.call(persons.erase, { params: { id } })
  for (let round = 0; round < 3; round++) await recorder.tidy()
  await database.platform((tx) =>
    sql`update persons set last_name = 'Quenum', erased_at = null where id = ${id}::uuid`.execute(tx),
  )
  const at = now.is.toISOString()
  const others = Array.from({ length: 1_500 }, (_, path) => ({ kind: 'mark', at, endedAt: at, method: 'X', path }))
  for (const [index, other] of others.entries()) {
    recorder.note(JSON.stringify(other))
    if (index % 700 === 0)
      recorder.note(JSON.stringify({ kind: 'call', at, endedAt: at, method: 'GET', path: `x${id.toUpperCase()}` }))
  }
  await recorder.tidy()
  const lines = async () =>
    (await Promise.all((await recordFiles(into)).map(({ name }) => readLines(into, name, key.identity)))).flat()
  expect((await lines()).join().toLowerCase()).toContain(id)
  expect(await eraseAgain(database, { pharmacyId: shop.id, id, now: new Date(now.is.getTime() + 60_000) })).toBe(true)
  await recorder.tidy()
  await recorder.stop()
  const left = await lines()
  expect(left.join().toLowerCase()).not.toContain(id)
  expect(left.filter((line) => line.includes('"mark"'))).toEqual(others.map((other) => JSON.stringify(other)))
  expect(faults).toEqual([])
})

test('seven days are kept, within the size; the oldest go first', async () => {
  const into = open({ mostBytes: 60_000 })
  const started = now.is
  for (let hour = 0; hour < 6; hour++) {
    now.is = new Date(started.getTime() + hour * 3_700_000)
    for (let line = 0; line < 20; line++)
      recorder.note(JSON.stringify({ kind: 'mark', at: now.is, endedAt: now.is, method: 'X', path: noise(2_000) }))
    await recorder.tidy()
  }
  const files = await recordFiles(into)
  expect(files.length).toBeGreaterThan(1)
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(90_000)
  expect(files[0]!.number).toBeGreaterThan(1)
  now.is = new Date(started.getTime() + 8 * 86_400_000)
  recorder.note(JSON.stringify({ kind: 'mark', at: now.is, endedAt: now.is, method: 'X', path: 'new' }))
  await recorder.tidy()
  expect(await recordFiles(into)).toHaveLength(1)
  now.is = started
  await recorder.stop()
})

test('a folder that cannot be written fails no call; the loss is told in the records', async () => {
  const into = open({ into: join(folder, 'nowhere\0') })
  const shop = await openShop('unrecorded')
  await as(shop.vendeur.token).call(sales.close, { body: aSale(shop) })
  await recorder.stop()
  expect(faults.length).toBeGreaterThan(0)
  expect(await readdir(folder)).not.toContain(into)
  faults.length = 0
})

function noise(length: number): string {
  return Array.from({ length: length / 36 }, () => randomUUID()).join('')
}
