import { expect, test } from 'vitest'
import { openAlarms } from '#server/alarms/alarm-loop.ts'
import { isNoShop, markCopies } from '#server/backup/copy.repo.ts'
import { openMailer } from '#server/base/mailer.ts'
import { takeNumbers } from '#server/bills/bill.repo.ts'
import { openFailures } from '#server/http/failures.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { clock, database, openShop } = await testApp()
const confirm = (id: string) =>
  database.platform((tx) =>
    tx
      .updateTable('pharmacies')
      .set({ copy_kind: null, copy_made_at: null, copy_holds_until: null, copy_skipped: null })
      .where('id', '=', id)
      .execute(),
  )

test('a restored server is a copy until the first of its pharmacies is confirmed, and mails no alarm before', async () => {
  const [one, two] = [await openShop('copy one'), await openShop('copy two')]
  const copied = () => database.platform(isNoShop)
  const server = await openMailServer()
  const failures = openFailures()
  const { look } = openAlarms({
    database,
    failures,
    mailer: openMailer({ url: server.url, from: 'envois@officine.example' }),
    to: 'gardien@officine.example',
    now: () => clock.now,
    onError: () => undefined,
  })
  for (let count = 0; count < 10; count++) failures.note(clock.now)
  expect(await copied()).toBe(false)
  await database.platform((tx) => markCopies(tx, { holdsUntil: clock.now, now: clock.now }))
  expect(await copied()).toBe(true)
  await look()
  expect(server.taken).toEqual([])
  await confirm(one.id)
  // nobody can confirm a suspended pharmacy: it must not end the backup of the others
  await database.platform((tx) =>
    tx.updateTable('pharmacies').set({ suspended_at: clock.now }).where('id', '=', two.id).execute(),
  )
  expect(await copied()).toBe(false)
  await look()
  expect(server.taken).toHaveLength(1)
  await server.close()
})

test('a server of which every pharmacy was replaced mails no alarm and is no shop to back up', async () => {
  await openShop('replaced shop')
  const server = await openMailServer()
  const failures = openFailures()
  const { look } = openAlarms({
    database,
    failures,
    mailer: openMailer({ url: server.url, from: 'envois@officine.example' }),
    to: 'gardien@officine.example',
    now: () => clock.now,
    onError: () => undefined,
  })
  const replace = (by: number | null) =>
    database.platform((tx) =>
      tx
        .updateTable('pharmacies')
        .set({ copy_kind: null, copy_made_at: null, copy_holds_until: null, copy_skipped: null })
        .set({ replaced_by: by, replaced_at: by === null ? null : clock.now })
        .execute(),
    )
  await replace(2_000_000_000)
  expect(await database.platform(isNoShop)).toBe(true)
  for (let count = 0; count < 10; count++) failures.note(clock.now)
  await database.platform((tx) => tx.deleteFrom('server_alarms').execute())
  await look()
  expect(server.taken).toEqual([])
  await replace(null)
  expect(await database.platform(isNoShop)).toBe(false)
  await look()
  expect(server.taken).toHaveLength(1)
  await server.close()
})

test('a copy raises no alarm of what it must not take', async () => {
  const shop = await openShop('copy with a queue')
  await database.platform((tx) =>
    tx
      .insertInto('till_queues')
      .values({
        pharmacy_id: shop.id,
        terminal_id: crypto.randomUUID(),
        waiting: 1,
        oldest_at: new Date(clock.now.getTime() - 48 * 3_600_000),
        skew_seconds: 0,
        said_at: clock.now,
      })
      .execute(),
  )
  const { look } = openAlarms({
    database,
    failures: openFailures(),
    mailer: null,
    to: undefined,
    now: () => clock.now,
    onError: () => undefined,
  })
  const keys = async () => {
    await look()
    const rows = await database.platform((tx) =>
      tx.selectFrom('server_alarms').select('key').where('ended_at', 'is', null).execute(),
    )
    return rows.map(({ key }) => key).filter((key) => key.endsWith(shop.id))
  }
  expect(await keys()).toEqual([`unsent:${shop.id}`])
  await database.platform((tx) => markCopies(tx, { holdsUntil: clock.now, now: clock.now }))
  expect(await keys()).toEqual([])
})

test('a series whose first number was given in the lost time jumps too', async () => {
  const { id } = await openShop('copy without bills')
  await database.platform(async (tx) => {
    await tx.deleteFrom('pharmacy_counters').where('pharmacy_id', '=', id).execute()
    await markCopies(tx, { holdsUntil: clock.now, now: clock.now })
  })
  expect(await database.write(id, (tx) => takeNumbers(tx, id, 'F-', 1))).toBe(100)
  const { sale_number: sales } = await database.platform((tx) =>
    tx.selectFrom('pharmacy_counters').select('sale_number').where('pharmacy_id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(Number(sales)).toBe(100)
})
