import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openSecrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { demoPharmacies } from '#server/demo/demo-pharmacies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { openFiscalQueue } from '#server/fiscal-documents/fiscal-queue.ts'
import { openHints } from '#server/hints/hints.ts'
import { openDemoFiscal, type DemoFiscal } from '#server/demo/demo-fiscal.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

const now = new Date('2026-11-21T19:14:00Z')
const secrets = openSecrets(['0123456789abcdef'.repeat(4)])
let database: Database
let fiscal: DemoFiscal
beforeAll(async () => {
  database = await testDatabase()
  await seedDemo(database, { now, pinSecret: 'a secret of the tests', pinCost: cheapPins })
  fiscal = await openDemoFiscal()
  await fiscal.equip(database, secrets, now)
})
afterAll(async () => {
  await fiscal.close()
  await database.close()
})

const certify = async () => {
  const hints = await openHints()
  const queue = openFiscalQueue({
    database,
    hints,
    secrets,
    simulators: fiscal.urls,
    now: () => now,
    onError: (error) => {
      throw error
    },
  })
  await queue.runWaiting()
  await hints.close()
}
const states = async (pharmacyId: string) => {
  const { rows } = await database.platform((tx) =>
    sql<{ state: string; count: number }>`select state, count(*)::int as count from fiscal_documents
      where pharmacy_id = ${pharmacyId} group by state`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test.each(demoPharmacies)(
  '$name: most sales are certified, some wait, one is refused, one is to verify',
  async ({ id }) => {
    await certify()
    const first = await states(id)
    expect(first).toMatchObject({ waiting: 2, rejected: 1, uncertain: 1 })
    expect(first.certified).toBeGreaterThan(20)
    // A second start gives new keys and makes nothing twice.
    await fiscal.equip(database, secrets, now)
    await certify()
    expect(await states(id)).toEqual(first)
  },
)
