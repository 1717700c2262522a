import type { ClientEntry, ClientStatement } from '#shared/contract/clients.ts'
import { addDays, startOfLocalDay } from '#shared/domain/dates.ts'
import { requireRow } from '#server/base/require-row.ts'
import { clientEntries } from '#server/clients/client-statement.repo.ts'
import { debtOf } from '#server/credit/outgoing.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

/**
 * The account of a person or an organization in a period, both days included, in minor units. One who was merged is who
 * he is now. Throws `requests:notFound`.
 */
export function readClientStatement(
  context: Context,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<ClientStatement> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { clientId, name } = requireRow(await debtOf(tx, pharmacyId, id))
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const begin = startOfLocalDay(from, timeZone)
    const all = await clientEntries(tx, pharmacyId, clientId, startOfLocalDay(addDays(to, 1), timeZone))
    let balance = 0
    let before = 0
    const entries: ClientEntry[] = []
    for (const { at, ...entry } of all) {
      balance += entry.amount
      if (at < begin) before = balance
      else entries.push({ ...entry, at: at.toISOString(), balance })
    }
    return { name, before, balance, entries }
  })
}
