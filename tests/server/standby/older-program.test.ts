import { expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { openDecisions } from '#server/standby/decide.ts'
import { buildStandbyApp } from '#server/standby/standby-app.ts'
import { testDatabaseUrl } from '#tests/server/support/test-database.ts'

test('a second computer whose program is older than the data of the first says so, and nobody decides there', async () => {
  const url = await testDatabaseUrl()
  const database = await openDatabase({ url, connections: 1 })
  onTestFinished(() => database.close())
  const clock = { now: new Date('2026-11-29T20:00:00Z') }
  const decided: unknown[] = []
  const status = {
    isFollowing: true,
    lagBytes: 0,
    heardAt: null,
    lastCommitAt: null,
    checkpointAt: null,
    holdsUntil: null,
    fault: null,
  }
  const app = await buildStandbyApp({
    follower: { url, status: () => Promise.resolve(status) },
    now: () => clock.now,
    onDecision: (decider) => decided.push(decider),
  })
  onTestFinished(() => app.close())
  const state = async (): Promise<unknown> => (await app.inject('/relais/etat')).json()
  const decide = async (): Promise<unknown> =>
    (await app.inject({ method: 'POST', url: '/relais', payload: { pin: '4827' } })).json()
  expect(await state()).toEqual({ ...status, isOlder: false })
  expect(await decide()).toMatchObject({ message: 'tokens:wrongPin' })

  const later = "insert into schema_migrations (name, checksum) values ('9999-of-a-later-version.sql', 'x')"
  await database.platform((tx) => sql.raw(later).execute(tx))
  expect(await decide()).toMatchObject({ message: 'server:olderThanData' })
  await expect(openDecisions(() => clock.now)(url, '4827')).rejects.toMatchObject({ message: 'server:olderThanData' })
  clock.now = new Date(clock.now.getTime() + 60_001)
  expect(await state()).toEqual({ ...status, isOlder: true })
  expect(decided).toEqual([])
}, 120_000)
