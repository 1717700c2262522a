import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { versionFault, type Tx } from '#server/db/database.ts'
import { idOf, openShop } from '#tests/server/support/shop.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'
import { afterAll } from 'vitest'

const database = await testDatabase()
afterAll(() => database.close())
const shop = await openShop(database, 'one')

const valueOf = async <T>(work: Promise<{ rows: { value: T }[] }>): Promise<T | undefined> =>
  (await work).rows[0]?.value

test('bigints and sums of them are numbers, days are text, moments are dates', async () => {
  const { rows } = await database.read(shop.id, (tx) =>
    sql<
      Record<string, unknown>
    >`select 5000000000::bigint as big, (select sum(x) from (values (1::bigint), (2)) v(x)) as sum, array[7::bigint] as bigs, date '2026-02-28' as day, timestamptz '2026-02-28T10:00:00Z' as moment`.execute(
      tx,
    ),
  )
  expect(rows[0]).toEqual({
    big: 5_000_000_000,
    sum: 3,
    bigs: [7],
    day: '2026-02-28',
    moment: new Date('2026-02-28T10:00:00Z'),
  })
})

test('a pharmacy’s transaction is not the owner’s, and its scope ends with it', async () => {
  const scope = sql<{ value: string }>`select current_user || ' ' || current_setting('app.pharmacy_id') as value`
  expect(await valueOf(database.read(shop.id, (tx) => scope.execute(tx)))).toBe(`officine_app ${shop.id}`)
  expect(await valueOf(database.write(shop.id, (tx) => scope.execute(tx)))).toBe(`officine_app ${shop.id}`)
  const after = await valueOf(
    database.platform((tx) =>
      sql<{
        value: string
      }>`select current_user || ' ' || coalesce(current_setting('app.pharmacy_id', true), '') as value`.execute(tx),
    ),
  )
  expect(after).toMatch(/^(postgres|officine) $/)
})

test('a transaction inside a transaction throws instead of waiting for itself', async () => {
  await expect(database.read(shop.id, () => database.write(shop.id, () => Promise.resolve()))).rejects.toThrow(
    'a transaction inside a transaction',
  )
  await expect(database.platform(() => database.read(shop.id, () => Promise.resolve()))).rejects.toThrow(
    'a transaction inside a transaction',
  )
})

test('what failed leaves nothing behind, and a hundred queries after it are answered', async () => {
  const id = idOf('never')
  const failing = database.write(shop.id, async (tx) => {
    await tx.insertInto('storages').values({ pharmacy_id: shop.id, id, label: 'Tiroir' }).execute()
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      valueOf(database.read(shop.id, (tx) => sql<{ value: number }>`select ${n}::int as value`.execute(tx))),
    ),
  )
  expect(answers).toEqual(Array.from({ length: 100 }, (_, n) => n))
  expect(
    await database.read(shop.id, (tx) => tx.selectFrom('storages').selectAll().where('id', '=', id).execute()),
  ).toEqual([])
})

test('writes of one pharmacy stand in line: no update is lost', async () => {
  const before = await revision()
  await Promise.all(
    Array.from({ length: 50 }, () =>
      database.write(shop.id, async (tx) => {
        const { rev } = await tx.selectFrom('pharmacy_counters').select('rev').executeTakeFirstOrThrow()
        await tx
          .updateTable('pharmacy_counters')
          .set({ rev: rev + 1 })
          .where('pharmacy_id', '=', shop.id)
          .execute()
      }),
    ),
  )
  expect(await revision()).toBe(before + 50)
})

test('a write holds the lock of its own pharmacy, a read none', async () => {
  const other = await openShop(database, 'two')
  const locks = (tx: Tx) =>
    sql<{
      lock: string
    }>`select classid || ' ' || objid as lock from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
      tx,
    )
  const held = async ({ id }: { id: string }) => (await database.write(id, locks)).rows.map(({ lock }) => lock)
  const [own] = await held(shop)
  expect(own).toBeDefined()
  expect(await held(shop)).toEqual([own])
  expect(await held(other)).not.toContain(own)
  expect((await database.read(shop.id, locks)).rows).toEqual([])
})

test('connections that the server ends are replaced', async () => {
  const ask = () => database.read(shop.id, (tx) => sql`select pg_sleep(0.01)`.execute(tx))
  await Promise.all(Array.from({ length: 10 }, ask))
  await database.platform((tx) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'officine'`.execute(
      tx,
    ),
  )
  // Until they have heard of it, those that hold a dead one are told so.
  await expect
    .poll(
      () =>
        Promise.all(Array.from({ length: 20 }, ask)).then(
          ({ length }) => length,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(20)
})

// Nobody listens between two statements: without care the error ends the process, which the runner reports.
test('a connection that the server ends between two statements of a transaction fails that transaction, and no more', async () => {
  let [tellPid, goOn] = [(_pid: number) => {}, () => {}]
  const pid = new Promise<number>((resolve) => (tellPid = resolve))
  const isCut = new Promise<void>((resolve) => (goOn = resolve))
  const cut = database.read(shop.id, async (tx) => {
    const {
      rows: [own],
    } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    tellPid(own!.pid)
    await isCut
    return sql`select 1`.execute(tx)
  })
  const ended = await pid
  await database.platform((tx) => sql`select pg_terminate_backend(${ended}, 10000)`.execute(tx))
  // The end is heard before another question is answered.
  await revision()
  goOn()
  await expect(cut).rejects.toThrow()
  expect(await revision()).toBeTypeOf('number')
})

test('an id that is none never reaches a statement', async () => {
  await expect(database.read(`${shop.id}'; drop table sales; --`, () => Promise.resolve())).rejects.toThrow(
    'not the id of a pharmacy',
  )
})

async function revision(): Promise<number> {
  return (
    await database.read(shop.id, (tx) => tx.selectFrom('pharmacy_counters').select('rev').executeTakeFirstOrThrow())
  ).rev
}

test('a PostgreSQL older than 15 is refused with what to do', () => {
  expect([versionFault(150_000), versionFault(180_004)]).toEqual([undefined, undefined])
  expect(versionFault(140_012)).toMatch(/PostgreSQL 14 .* 15 ou plus récente/)
})
