import { randomUUID } from 'node:crypto'
import type { PersonData } from '#shared/contract/person-data.ts'
import { policyDetailsOf } from '#server/coverage/policy.repo.ts'
import { insertExport } from '#server/export-traces/export-trace.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'
import { ledgersOf } from '#server/persons/person-data.repo.ts'
import { wholePerson } from '#server/persons/person.service.ts'

/** All that is kept of one person, and the trace that it was given away. Throws `requests:notFound`. */
export function givePersonData(context: Context, id: string): Promise<PersonData> {
  const { actor, database, now } = context
  const pharmacyId = pharmacyOf(context)
  return database.write(pharmacyId, async (tx) => {
    const today = await pharmacyToday(tx, pharmacyId, now)
    const data = {
      person: await wholePerson(tx, pharmacyId, id, today),
      policies: await policyDetailsOf(tx, pharmacyId, id, today),
      ...(await ledgersOf(tx, pharmacyId, id, await withheldFrom(tx, context))),
    }
    const { policies, sales, register, dues, bills } = data
    const trace = {
      id: randomUUID(),
      list: 'Données d’un client',
      // Not his name: the trace outlives him.
      filters: `fiche ${id}`,
      format: 'json' as const,
      rows: 1 + policies.length + sales.length + register.length + dues.length + bills.length,
      exportedAt: now.toISOString(),
      userId: actor.userId,
      terminalId: null,
    }
    await insertExport(tx, pharmacyId, trace, now)
    return data
  })
}
