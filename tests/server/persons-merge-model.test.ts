import fc from 'fast-check'
import { expect, test } from 'vitest'
import { persons } from '#shared/contract/persons.ts'
import { AppError } from '#shared/domain/errors.ts'
import { clientsOf } from '#tests/server/support/clients.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { runs } from '#tests/support/extent.ts'

const server = await testApp()
const { as, database, openShop } = server
const shop = await openShop('model')
const make = clientsOf(server, shop)
const titulaire = as(shop.titulaire.token)

const people = 4
const who = fc.nat(people - 1)
/** What a day brings: a purchase in cash or on credit, which a bill may ask for, and a merging. */
const anyStep = fc.oneof(
  fc.record({
    kind: fc.constant('buy' as const),
    who,
    credit: fc.boolean(),
    bill: fc.constantFrom(null, 'open', 'closed', 'canceled'),
  }),
  fc.record({ kind: fc.constant('merge' as const), kept: who, duplicate: who }),
)
type Standing = { billed: number; unbilled: number; purchases: number }

test('whatever was bought, billed and merged, in any order: the kept one has what both had, and no franc is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 10 }), async (steps) => {
      const ids = await Promise.all(Array.from({ length: people }, async () => (await make.person()).id))
      const model = ids.map((): Standing & { into: number | null } => ({
        billed: 0,
        unbilled: 0,
        purchases: 0,
        into: null,
      }))
      for (const step of steps) {
        if (step.kind === 'merge') {
          const [kept, duplicate] = [model[step.kept]!, model[step.duplicate]!]
          const possible = step.kept !== step.duplicate && kept.into === null && duplicate.into === null
          const outcome = await titulaire
            .call(persons.merge, { params: { id: ids[step.kept]! }, body: { duplicateId: ids[step.duplicate]! } })
            .then(() => true, refused)
          expect(outcome).toBe(possible)
          if (!possible) continue
          for (const key of ['billed', 'unbilled', 'purchases'] as const) kept[key] += duplicate[key]
          for (const each of model) if (each.into === step.duplicate) each.into = step.kept
          duplicate.into = step.kept
        } else {
          // a patient who was merged is no longer picked at the counter
          if (model[step.who]!.into !== null) continue
          const id = ids[step.who]!
          const bought = await make.purchase({ patientId: id, creditOf: step.credit ? id : null })
          if (step.credit && step.bill) await make.bill({ personId: id, status: step.bill, lines: [bought] })
          model[step.who]!.purchases++
          if (step.credit && step.bill !== 'closed')
            model[step.who]![step.bill === 'open' ? 'billed' : 'unbilled'] += 1000
        }
      }
      for (const [index, expected] of model.entries()) {
        const person = await titulaire.call(persons.read, { params: { id: ids[index]! } })
        expect(person.mergedInto).toBe(expected.into === null ? null : ids[expected.into])
        if (expected.into === null)
          expect(await standingOf(ids[index]!)).toEqual({
            billed: expected.billed,
            unbilled: expected.unbilled,
            purchases: expected.purchases,
          })
      }
      expect(await brokenLedgers(database, shop.id)).toEqual([])
    }),
    { numRuns: runs(12) },
  )
})

async function standingOf(id: string): Promise<Standing> {
  const { billed, unbilled } = await titulaire.call(persons.outgoing, { params: { id } })
  const { purchases } = await database.read(shop.id, (tx) =>
    tx
      .selectFrom('sales')
      .select(({ fn }) => fn.countAll<number>().as('purchases'))
      .where('patient_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return { billed, unbilled, purchases }
}

function refused(error: unknown): false {
  if (error instanceof AppError && error.message === 'persons:cannotMerge') return false
  throw error
}
