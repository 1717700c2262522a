import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertJob, finishJob, takeJob, tidyJobs } from '#server/jobs/job.repo.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const app = await testApp()
const { database } = app
const shop = await app.openShop('jobs')

const queue = async (kind: string): Promise<string> => {
  const id = randomUUID()
  await database.read(shop.id, (tx) =>
    insertJob(tx, shop.id, { id, kind, askedBy: shop.titulaire.id, askedAt: new Date() }),
  )
  return id
}
const rowOf = (id: string) =>
  database.platform((tx) => tx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst())
/** As if the process of a running job had been silent for two minutes. */
const lose = (id: string) =>
  database.platform((tx) => sql`update jobs set alive_at = now() - interval '2 minutes' where id = ${id}`.execute(tx))
const kind = (run: JobKind['run']): Record<string, JobKind> => ({ work: { resource: 'stock-exports', run } })
const nothing = () => Promise.resolve(() => Promise.resolve())

test('several processes run each job once', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => queue('work')))
  const ran: string[] = []
  const loops = Array.from({ length: 3 }, () =>
    aJobLoop(
      app,
      kind(async ({ id }) => {
        ran.push(id)
        return nothing()
      }),
    ),
  )
  await Promise.all(loops.map((loop) => loop.runWaiting()))
  expect(ran.toSorted()).toEqual(ids.toSorted())
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ status: 'done', progress: 100, attempt: 1 })
})

test('a job whose process died is taken again, and what the first one still brings is dropped', async () => {
  const id = await queue('work')
  const first = (await database.platform(takeJob))!
  expect(first.id).toBe(id)
  expect(await database.platform(takeJob)).toBeUndefined()
  await lose(id)
  const second = (await database.platform(takeJob))!
  expect(second).toEqual({ ...first, attempt: 2 })
  expect(await database.read(shop.id, (tx) => finishJob(tx, first))).toBe(false)
  expect(await database.read(shop.id, (tx) => finishJob(tx, second))).toBe(true)
})

test('a job that no process survives fails after three attempts', async () => {
  const id = await queue('work')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await database.platform(takeJob)
    await lose(id)
  }
  expect(await database.platform(takeJob)).toBeUndefined()
  await database.platform(tidyJobs)
  expect(await rowOf(id)).toMatchObject({ status: 'failed', error: { message: 'internal' } })
})

test('a process that ends gives its job back, and the next one takes it at once', async () => {
  const id = await queue('work')
  let start: () => void = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  const loop = aJobLoop(
    app,
    kind((_, { signal }) => {
      start()
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
      )
    }),
  )
  loop.start()
  await started
  await loop.stop()
  expect(await rowOf(id)).toMatchObject({ status: 'queued', attempt: 0 })
  await aJobLoop(app, kind(nothing)).runWaiting()
  expect(await rowOf(id)).toMatchObject({ status: 'done' })
})

test('a result that cannot be stored leaves the job failed, with nothing of it stored', async () => {
  const id = await queue('work')
  const failing = kind(() =>
    Promise.resolve(async (tx) => {
      await sql`update jobs set progress = 7 where id = ${id}`.execute(tx)
      throw new Error('the disk is full')
    }),
  )
  const errors: unknown[] = []
  await aJobLoop(app, failing, (error) => errors.push(error)).runWaiting()
  expect(errors).toEqual([new Error('the disk is full')])
  expect(await rowOf(id)).toMatchObject({ status: 'failed', progress: 0, error: { message: 'internal' } })
})

test('finished jobs are deleted after thirty days', async () => {
  const id = await queue('work')
  await aJobLoop(app, kind(nothing)).runWaiting()
  await database.platform(tidyJobs)
  expect(await rowOf(id)).toBeDefined()
  await database.platform((tx) =>
    sql`update jobs set finished_at = now() - interval '31 days' where id = ${id}`.execute(tx),
  )
  await database.platform(tidyJobs)
  expect(await rowOf(id)).toBeUndefined()
})
