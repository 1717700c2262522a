import { totalmem } from 'node:os'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { engineSizes } from '#server/db/embedded/engine-sizes.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const GB = 1024 ** 3
const kilobytes = (memory: number) =>
  Object.fromEntries(
    Object.entries(engineSizes(memory)).flatMap(([name, size]) =>
      size.endsWith('kB') ? [[name, parseInt(size)]] : [],
    ),
  )

test('a computer of 4 GB and one of 16', () => {
  expect(engineSizes(4 * GB)).toMatchObject({ shared_buffers: '262144kB', work_mem: '8192kB' })
  expect(engineSizes(16 * GB)).toMatchObject({ shared_buffers: '1048576kB', work_mem: '32768kB' })
})

test('sizes grow with the memory, never below the defaults of PostgreSQL; ten connections fit beside the windows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 256 * 1024 }), fc.nat(64 * 1024), (megabytes, more) => {
      const [sizes, larger] = [megabytes, megabytes + more].map((each) => kilobytes(each * 1024 ** 2))
      for (const [name, size] of Object.entries(sizes!)) expect(larger![name], name).toBeGreaterThanOrEqual(size)
      expect(sizes!.shared_buffers).toBeGreaterThanOrEqual(128 * 1024)
      expect(sizes!.work_mem).toBeGreaterThanOrEqual(4 * 1024)
      if (megabytes >= 2048)
        expect(sizes!.shared_buffers! + 10 * 2 * sizes!.work_mem!).toBeLessThan((megabytes * 1024) / 8)
    }),
  )
})

test('the engine runs with the sizes of this computer', async () => {
  const database = await testDatabase()
  try {
    const { rows } = await database.platform((tx) =>
      sql<{ kilobytes: number }>`select pg_size_bytes(current_setting('work_mem')) / 1024 as kilobytes`.execute(tx),
    )
    expect(Number(rows[0]!.kilobytes)).toBe(kilobytes(totalmem()).work_mem)
  } finally {
    await database.close()
  }
})
