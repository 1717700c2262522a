import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PharmacySettings } from '#shared/contract/pharmacy-settings.ts'
import { fieldWords, settingWords, unsaidFields } from '#backoffice/audit/field-words.ts'
import { valueWords } from '#backoffice/audit/value-words.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { database, openShop } = await testApp()
const shop = await openShop('words')

const audited = sql`select tgrelid from pg_trigger where tgfoid in (select oid from pg_proc where proname = 'audit_change')`

test('each column of an audited table has a word, or says nothing to a reader', async () => {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<{ field: string }>`
      select distinct attname as field from pg_attribute
      where attrelid in (${audited}) and attnum > 0 and not attisdropped`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(150)
  const unknown = rows.filter(({ field }) => !(field in fieldWords) && !unsaidFields.has(field))
  expect(unknown.map(({ field }) => field)).toEqual([])
  expect(Object.keys(fieldWords).filter((field) => unsaidFields.has(field))).toEqual([])
})

test('each code that a check of the database allows in such a column has a word', async () => {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<{ text: string }>`
      select pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'c' and conrelid in (${audited})`.execute(tx),
  )
  const codes = rows.flatMap(({ text }) => {
    const [, field, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(text) ?? []
    return field ? [...list!.matchAll(/'([^']+)'::text/g)].map(([, code]) => ({ field, code: code! })) : []
  })
  expect(codes.length).toBeGreaterThan(60)
  expect(codes.filter(({ field, code }) => valueWords[field]?.[code] === undefined)).toEqual([])
})

test('each setting of a pharmacy has a word', () => {
  expect(Object.keys(settingWords).toSorted()).toEqual(Object.keys(PharmacySettings.shape).toSorted())
})
