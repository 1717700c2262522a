import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { testDatabaseUrl } from '#tests/server/support/test-database.ts'

test('files are applied once, in the order of their names', async () => {
  const pool = await emptyPool()
  const migrations = await written({
    '0002-more.sql': 'alter table things add column more int;',
    '0001-things.sql': 'create table things (id int);',
  })
  await migrate(pool, migrations)
  await migrate(pool, migrations)
  await pool.query('insert into things (id, more) values (1, 2)')
  expect((await pool.query('select name from schema_migrations order by name')).rows).toEqual([
    { name: '0001-things.sql' },
    { name: '0002-more.sql' },
  ])
})

test('a file that changed after it was applied stops the start', async () => {
  const pool = await emptyPool()
  await migrate(pool, await written({ '0001-things.sql': 'create table things (id int);' }))
  await expect(migrate(pool, await written({ '0001-things.sql': 'create table things (id bigint);' }))).rejects.toThrow(
    '0001-things.sql was applied with another content',
  )
})

test('line ends are no change', async () => {
  const [unix] = await written({ '0001-things.sql': 'create table things (\n id int);\n' })
  const [windows] = await written({ '0001-things.sql': 'create table things (\r\n id int);\r\n' })
  expect(windows?.checksum).toBe(unix?.checksum)
})

test('a database that is newer than the program is left alone', async () => {
  const pool = await emptyPool()
  await migrate(
    pool,
    await written({
      '0001-things.sql': 'create table things (id int);',
      '0002-more.sql': 'create table more (id int);',
    }),
  )
  await expect(migrate(pool, await written({ '0001-things.sql': 'create table things (id int);' }))).rejects.toThrow(
    'newer than this program: it knows 0002-more.sql',
  )
})

test('a file that fails leaves nothing of itself, and what was before it stays', async () => {
  const pool = await emptyPool()
  const broken = await written({
    '0001-things.sql': 'create table things (id int);',
    '0002-broken.sql': 'create table half (id int); select 1 / 0;',
  })
  await expect(migrate(pool, broken)).rejects.toThrow('division by zero')
  const { rows } = await pool.query(
    "select to_regclass('things')::text as things, to_regclass('half')::text as half, (select count(*)::int from schema_migrations) as applied",
  )
  expect(rows).toEqual([{ things: 'things', half: null, applied: 1 }])
})

test('an upgrade that is cut off leaves nothing of itself, and the next start applies it', async () => {
  const pool = await emptyPool()
  const migrations = await written({
    '0001-things.sql': 'create table things (id int);',
    '0002-slow.sql': 'create table half (id int); select pg_sleep(60);',
  })
  const cutOff = expect(migrate(pool, migrations)).rejects.toThrow()
  const cut = async () =>
    (
      await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()",
      )
    ).rowCount
  await expect.poll(cut, { timeout: 30_000 }).toBe(1)
  await cutOff
  await migrate(
    pool,
    await written({
      '0001-things.sql': 'create table things (id int);',
      '0002-quick.sql': 'create table half (id int);',
    }),
  )
  expect((await pool.query('select name from schema_migrations order by name')).rows).toEqual([
    { name: '0001-things.sql' },
    { name: '0002-quick.sql' },
  ])
})

test('two processes that start at once apply each file once', async () => {
  const pool = await emptyPool()
  const migrations = await written({ '0001-things.sql': 'create table things (id int); select pg_sleep(0.2);' })
  await Promise.all([migrate(pool, migrations), migrate(pool, migrations)])
  expect((await pool.query('select name from schema_migrations')).rows).toHaveLength(1)
})

test('an accepted parcel keeps its answer without its payload, a refused one its refusal', async () => {
  const pool = await emptyPool()
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name < '0010'),
  )
  const userId = randomUUID()
  const [id, pharmacyId] = await aPharmacyOf(pool)
  const payload = { id, sellerId: userId }
  const answer = { id, number: 4, payload: 'a field of the answer' }
  const refusal = { message: 'auth:forbidden', details: { permission: 'sale.sell' } }
  const accepted = [
    { kind: 'sale', before: answer, after: answer },
    { kind: 'patient', before: { person: answer, payload }, after: answer },
    { kind: 'cancellation', before: { sale: answer, payload, userId }, after: answer },
    { kind: 'return', before: { made: answer, payload, userId }, after: answer },
    { kind: 'missed-sale', before: { missed: answer, payload }, after: answer },
    { kind: 'photo', before: { ...payload, mime: 'image/jpeg' }, after: { id } },
    { kind: 'disbursement-photo', before: { ...payload, mime: 'image/webp' }, after: { id } },
    { kind: 'register-act', before: { payload, userId }, after: { id } },
  ]
  const rows = accepted.flatMap(({ kind, before, after }) => [
    { kind, isAccepted: false, before: refusal, after: refusal },
    { kind, isAccepted: true, before, after },
  ])
  for (const [revision, { kind, isAccepted, before }] of rows.entries()) {
    await pool.query(
      "insert into inbox (pharmacy_id, id, kind, revision, hash, accepted, answer, at) values ($1, $2, $3, $4, 'hash', $5, $6, now())",
      [pharmacyId, id, kind, revision, isAccepted, before],
    )
  }

  await migrate(pool, migrations)

  const converted = await pool.query('select kind, answer from inbox order by revision')
  expect(converted.rows).toEqual(rows.map(({ kind, after }) => ({ kind, answer: after })))
})

test('who never bought on credit has none; who did keeps his unlimited credit, and a limit that was set stays', async () => {
  const pool = await emptyPool()
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name < '0017'),
  )
  const [, pharmacyId] = await aPharmacyOf(pool)
  const [never, bought, limited] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, limit] of [
    [never, null],
    [bought, null],
    [limited, 5000],
  ])
    await pool.query(
      "insert into persons (pharmacy_id, id, first_name, last_name, credit_limit) values ($1, $2, 'A', 'B', $3)",
      [pharmacyId, id, limit],
    )
  // The payment alone decides: no sale is needed.
  await pool.query('alter table sale_payments drop constraint sale_payments_pharmacy_id_sale_id_fkey')
  await pool.query(
    "insert into sale_payments (pharmacy_id, id, sale_id, position, type, amount, data, client_id) values ($1, $2, $2, 0, 'CREDIT', 1000, '{}', $3)",
    [pharmacyId, randomUUID(), bought],
  )

  await migrate(pool, migrations)

  const limits = await pool.query('select id, credit_limit::int from persons')
  expect(new Map(limits.rows.map(({ id, credit_limit }) => [id, credit_limit]))).toEqual(
    new Map([
      [never, 0],
      [bought, null],
      [limited, 5000],
    ]),
  )
})

test('what bills held before is noted as held, and only that', async () => {
  const pool = await emptyPool()
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name < '0103'),
  )
  const [, pharmacyId] = await aPharmacyOf(pool)
  const [held, released, never, billId] = Array.from({ length: 4 }, () => randomUUID())
  // The payments and the lines alone decide: neither sale nor bill is needed.
  await pool.query('alter table sale_payments drop constraint sale_payments_pharmacy_id_sale_id_fkey')
  await pool.query('alter table bill_lines drop constraint bill_lines_pharmacy_id_bill_id_fkey')
  for (const id of [held, released, never])
    await pool.query(
      "insert into sale_payments (pharmacy_id, id, sale_id, position, type, amount, data) values ($1, $2, $2, 0, 'INSURANCE', 800, '{}')",
      [pharmacyId, id],
    )
  for (const [id, holds] of [
    [held, true],
    [released, false],
  ])
    await pool.query(
      'insert into bill_lines (pharmacy_id, bill_id, sale_id, payment_id, amount, holds) values ($1, $2, $3, $3, 800, $4)',
      [pharmacyId, billId, id, holds],
    )

  await migrate(pool, migrations)

  const { rows } = await pool.query('select id from sale_payments where billed')
  expect(rows).toEqual([{ id: held }])
})

test('each lot takes the place of its last entry from the ledger', async () => {
  const pool = await emptyPool()
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name < '0041'),
  )
  const [, pharmacyId] = await aPharmacyOf(pool)
  const [product, packaging, older, newer, empty] = Array.from({ length: 5 }, () => randomUUID())
  await pool.query("insert into packagings (id, label, units) values ($1, 'Boîte', 1)", [packaging])
  await pool.query("insert into pharmacy_products (pharmacy_id, id, private_label) values ($1, $2, 'A')", [
    pharmacyId,
    product,
  ])
  for (const id of [older, newer, empty])
    await pool.query(
      'insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, purchase_price, sale_price) values ($1, $2, $3, $4, 1, 2)',
      [pharmacyId, id, product, packaging],
    )
  for (const [lot, cause, quantity] of [
    [newer, 'initial', 5],
    [older, 'delivery', 5],
    [newer, 'delivery', 5],
    [older, 'sale', -1],
  ])
    await pool.query(
      'insert into stock_movements (pharmacy_id, id, stock_item_id, cause, quantity, before, after, at) values ($1, gen_random_uuid(), $2, $3, $4::int, 0, $4::int, now())',
      [pharmacyId, lot, cause, quantity],
    )

  await migrate(pool, migrations)

  const lots = await pool.query('select id, entered from stock_items order by entered nulls first')
  expect(lots.rows.map(({ id, entered }) => [id, entered === null])).toEqual([
    [empty, true],
    [older, false],
    [newer, false],
  ])
})

test('the imports of insured persons of before keep their history, and what they added can still be undone', async () => {
  const pool = await emptyPool()
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name < '0067'),
  )
  const [, pharmacyId] = await aPharmacyOf(pool)
  const [user, company, contract, person, policy, undone, last] = Array.from({ length: 7 }, () => randomUUID())
  await pool.query(
    "insert into users (pharmacy_id, id, kind, first_name, last_name) values ($1, $2, 'member', 'A', 'B')",
    [pharmacyId, user],
  )
  await pool.query("insert into companies (pharmacy_id, id, name) values ($1, $2, 'NSIA')", [pharmacyId, company])
  await pool.query(
    "insert into contracts (pharmacy_id, id, company_id, label, default_coverage) values ($1, $2, $3, 'Groupe', 80)",
    [pharmacyId, contract, company],
  )
  await pool.query(
    "insert into persons (pharmacy_id, id, last_name, first_name, birth_date) values ($1, $2, 'AGBO', 'Rose', '1990-05-04')",
    [pharmacyId, person],
  )
  await pool.query(
    "insert into contract_policies (pharmacy_id, id, contract_id, beneficiary_id, number) values ($1, $2, $3, $4, 'A1')",
    [pharmacyId, policy, contract, person],
  )
  for (const [id, day, isUndone] of [
    [undone, '2026-01-01', true],
    [last, '2026-02-01', false],
  ])
    await pool.query(
      `insert into insured_imports (pharmacy_id, id, contract_id, file_name, imported_by, imported_at, created, changed,
        same, ended, refused, person_ids, policy_ids, undone_by, undone_at)
       values ($1, $2, $3, 'nsia.csv', $4, $5, 1, 2, 3, 4, $6, $7, $8, $9, $10)`,
      [
        pharmacyId,
        id,
        contract,
        user,
        day,
        '[{"line":3,"name":"ZINSOU Kofi","number":"A3","errors":[{"field":"coverage","text":"101"}]}]',
        ...(isUndone ? [[], [], user, day] : [[person], [policy], null, null]),
      ],
    )

  await migrate(pool, migrations)

  const runs = await pool.query('select * from import_runs order by n')
  expect(runs.rows).toMatchObject([
    { id: undone, kind: 'insured', subject_id: contract, undone_by: user, removed: 0, restored: 0, kept: [] },
    {
      id: last,
      file_name: 'nsia.csv',
      imported_by: user,
      added: 1,
      changed: 2,
      same: 3,
      gone: 4,
      refused: [{ line: 3, label: 'ZINSOU Kofi', code: 'A3', errors: [{ field: 'coverage', text: '101' }] }],
      undone_by: null,
      has_changes: true,
    },
  ])
  const changes = await pool.query('select import_id, part, key, before, after from import_changes order by part')
  // exactly the fields with which an undo compares the row of now
  const [of, archived] = [{ import_id: last, before: null }, false]
  const named = { lastName: 'AGBO', firstName: 'Rose', birthDate: '1990-05-04', sex: null, phone: null }
  const terms = { coverage: null, validFrom: null, validUntil: null, monthlyCeiling: null }
  expect(changes.rows).toEqual([
    { ...of, part: 'persons', key: person, after: { ...named, archived } },
    {
      ...of,
      part: 'policies',
      key: policy,
      after: { personId: person, number: 'A1', holderId: null, ...terms, archived },
    },
  ])
})

/** The id of a domain and of its pharmacy, in a database without other rows. */
test('names that one fold makes equal keep apart by a number, and what is searched is folded again', async () => {
  const pool = await emptyPool()
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name < '0078'),
  )
  const [, pharmacyId] = await aPharmacyOf(pool)
  const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await pool.query("insert into banks (pharmacy_id, id, name) values ($1, $2, 'N’Diaye'), ($1, $3, 'N''DIAYE')", [
    pharmacyId,
    first,
    second,
  ])
  await pool.query("insert into persons (pharmacy_id, id, last_name, first_name) values ($1, $2, 'N’Diaye', 'Œ')", [
    pharmacyId,
    first,
  ])

  await migrate(pool, migrations)

  const { rows } = await pool.query('select name from banks order by id')
  expect(rows).toEqual([{ name: 'N’Diaye' }, { name: "N'DIAYE (2)" }])
  await expect(
    pool.query("insert into banks (pharmacy_id, id, name) values ($1, gen_random_uuid(), 'nʼdiaye')", [pharmacyId]),
  ).rejects.toThrow('banks_name')
  expect((await pool.query('select searched from persons')).rows[0].searched).toMatch(/^n'diaye oe/)
})

test('lines sold before get the group of their product with the rate of the country, or stay unknown; none gets a tax', async () => {
  const pool = await emptyPool()
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name < '0128'),
  )
  const [, pharmacyId] = await aPharmacyOf(pool)
  await pool.query(`update countries set sections = '[{"code": "medicament", "label": "M", "vatGroup": "A", "coefficient": 1320},
    {"code": "parapharmacie", "label": "P", "vatGroup": "B", "coefficient": 1500}]' where code = 'BJ'`)
  // The lines alone decide: no sale is needed.
  await pool.query('alter table sale_records drop constraint sale_records_pharmacy_id_sale_id_fkey')
  const packaging = randomUUID()
  await pool.query("insert into packagings (id, label, units) values ($1, 'Boîte', 1)", [packaging])
  const sellIn = async (pharmacy: string, label: string, section: string | null) => {
    const [product, item] = [randomUUID(), randomUUID()]
    await pool.query(
      'insert into pharmacy_products (pharmacy_id, id, private_label, section) values ($1, $2, $3, $4)',
      [pharmacy, product, label, section],
    )
    await pool.query(
      'insert into stock_items (pharmacy_id, id, pharmacy_product_id, packaging_id, purchase_price, sale_price) values ($1, $2, $3, $4, 1, 2)',
      [pharmacy, item, product, packaging],
    )
    await soldLine(pharmacy, label, item)
  }
  const soldLine = (pharmacy: string, label: string, item: string | null) =>
    pool.query(
      'insert into sale_records (pharmacy_id, sale_id, id, position, stock_item_id, label, quantity, price) values ($1, gen_random_uuid(), gen_random_uuid(), 0, $3, $2, 1, 1180)',
      [pharmacy, label, item],
    )
  await sellIn(pharmacyId, 'medicine', 'medicament')
  await sellIn(pharmacyId, 'cosmetic', 'parapharmacie')
  await sellIn(pharmacyId, 'no section', null)
  await sellIn(pharmacyId, 'section that the country does not know', 'other')
  await soldLine(pharmacyId, 'service', null)

  await migrate(pool, migrations)

  const { rows } = await pool.query(
    'select label, tax_group, tax_rate, taxed_total, tax_amount from sale_records order by label',
  )
  const unknown = { tax_group: null, tax_rate: null, taxed_total: null, tax_amount: null }
  expect(rows).toEqual([
    { ...unknown, label: 'cosmetic', tax_group: 'B', tax_rate: 1800 },
    { ...unknown, label: 'medicine', tax_group: 'A', tax_rate: 0 },
    { ...unknown, label: 'no section' },
    { ...unknown, label: 'section that the country does not know' },
    { ...unknown, label: 'service' },
  ])
  // What stays unknown may be completed later; what has a group keeps it.
  const complete = (label: string) =>
    pool.query("update sale_records set tax_group = 'E', tax_rate = 0 where label = $1", [label])
  await complete('no section')
  await expect(complete('medicine')).rejects.toThrow('was sold in the tax group A')
})

test('a code that two documents had before stays theirs; from then on each code is that of one', async () => {
  for (const hasTwins of [true, false]) {
    const pool = await emptyPool()
    const migrations = await readMigrations()
    await migrate(
      pool,
      migrations.filter(({ name }) => name < '0136'),
    )
    const [, pharmacyId] = await aPharmacyOf(pool)
    // The documents alone decide: neither sale nor drawer is needed.
    for (const key of ['pharmacy_id_sale_id', 'pharmacy_id_register_id'])
      await pool.query(`alter table fiscal_documents drop constraint fiscal_documents_${key}_fkey`)
    const certify = (code: string) =>
      pool.query(
        `insert into fiscal_documents (pharmacy_id, id, kind, sale_id, number, operator, sold_at, register_id, state, content,
          total, elements, created_at, certified_at) values ($1, gen_random_uuid(), 'sale', gen_random_uuid(), '1', 'A', now(),
          gen_random_uuid(), 'certified', '{}', 1, jsonb_build_object('code', $2::text), now(), clock_timestamp())`,
        [pharmacyId, code],
      )
    await certify('AAAA-BBBB')
    if (hasTwins) await certify('AAAABBBB')

    await migrate(pool, migrations)

    expect((await pool.query('select id from fiscal_documents')).rows).toHaveLength(hasTwins ? 2 : 1)
    await certify('CCCC-DDDD')
    await expect(certify('CCCCDDDD')).rejects.toMatchObject({ code: '23505', constraint: 'fiscal_documents_code' })
  }
})

async function aPharmacyOf(pool: Pool): Promise<[string, string]> {
  const [id, pharmacyId] = [randomUUID(), randomUUID()]
  await pool.query(
    "insert into countries (code, name, locale, currency_code, currency_symbol, currency_decimals, cash_rounding_step, denominations, phone_operators) values ('BJ', 'Bénin', 'fr-BJ', 'XOF', 'F CFA', 0, 5, '{}', '{}')",
  )
  await pool.query("insert into domains (id, name) values ($1, 'Tests')", [id])
  await pool.query(
    "insert into pharmacies (id, domain_id, country_code, name, address, city, phone, time_zone) values ($1, $2, 'BJ', 'Tests', 'Rue 1', 'Cotonou', '+229', 'Africa/Porto-Novo')",
    [pharmacyId, id],
  )
  return [id, pharmacyId]
}

async function emptyPool(): Promise<Pool> {
  const pool = new Pool({ connectionString: await testDatabaseUrl() })
  // `end` answers before its connections have gone: dropping the database may end the last of them.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  onTestFinished(() => pool.end())
  return pool
}

async function written(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'officine-migrations-'))
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  const migrations = await readMigrations(folder)
  await rm(folder, { recursive: true })
  return migrations
}

test('organizations and sales of before have no AIB; where it is known, tills load the tax groups with their lists', async () => {
  const pool = await emptyPool()
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name < '0137'),
  )
  const [, pharmacyId] = await aPharmacyOf(pool)
  await pool.query("insert into organizations (pharmacy_id, id, name) values ($1, gen_random_uuid(), 'SOBEBRA')", [
    pharmacyId,
  ])
  // The sale alone decides: neither its seller nor its drawer is needed.
  const { rows: keys } = await pool.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = 'sales'::regclass and contype = 'f'",
  )
  for (const { name } of keys) await pool.query(`alter table sales drop constraint ${name}`)
  const buyer = { organizationId: null, name: 'SOBEBRA', taxId: null, contact: null, address: null }
  await pool.query(
    `insert into sales (pharmacy_id, id, number, identifier, terminal_id, session_id, seller_id, seller_roles, register_id,
      total, rounding, units, sold_at, received_at, buyer)
    values ($1, gen_random_uuid(), 1, 'K1-1', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{}',
      gen_random_uuid(), 1000, 0, 1, now(), now(), $2)`,
    [pharmacyId, JSON.stringify(buyer)],
  )
  const epoch = async () => (await pool.query('select epoch from pharmacies where id = $1', [pharmacyId])).rows[0].epoch
  await pool.query("update countries set fiscal_platform = 'e-mecef' where code = 'BJ'")
  const before = await epoch()

  await migrate(pool, migrations)

  expect((await pool.query('select aib from organizations')).rows).toEqual([{ aib: null }])
  expect((await pool.query('select total::int, levied::int, buyer from sales')).rows).toEqual([
    { total: 1000, levied: 0, buyer },
  ])
  expect(await epoch()).not.toBe(before)
})
