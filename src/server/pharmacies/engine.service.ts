import { totalmem } from 'node:os'
import type { Engine } from '#shared/contract/engine.ts'
import { photoBudget } from '#shared/domain/photo-budget.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { listOpenAlarms } from '#server/alarms/alarm.service.ts'
import type { Failures } from '#server/http/failures.ts'
import { tillQueues } from '#server/identity/till-queue.repo.ts'
import type { StandbyDesk } from '#server/http/route.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { photoBytes } from '#server/photos/photo-room.repo.ts'
import { endCopy, engineFacts, firstSaleAt, readCopy } from '#server/pharmacies/engine.repo.ts'

const dayMs = 86_400_000
/** A shorter time says little of a year. */
const leastDays = 30

/**
 * The database of this server: its version, what it was given of the memory, what it takes of the disk, its backup, the
 * second computer that follows, and whether the pharmacy is a restored copy; what is wrong now, and what the tills have not sent yet.
 */
export async function readEngine(
  context: Context,
  {
    failures,
    backupFacts,
    standby,
  }: { failures: Failures; backupFacts: () => Promise<Engine['backup']>; standby: StandbyDesk | null },
): Promise<Engine> {
  const pharmacyId = pharmacyOf(context)
  const freeBytes = await context.database.freeBytes()
  const backup = await backupFacts()
  const second = (await standby?.facts()) ?? null
  const { count, lastAt } = failures.within(dayMs, context.now)
  return context.database.read(pharmacyId, async (tx) => {
    const { isHere, ...facts } = await engineFacts(tx)
    const first = await firstSaleAt(tx, pharmacyId)
    const days = first ? (context.now.getTime() - first.getTime()) / dayMs : 0
    return {
      ...facts,
      memory: isHere ? totalmem() : null,
      growthPerYear: days < leastDays ? null : Math.round((facts.databaseSize / days) * 365),
      freeBytes,
      failures: { count, lastAt: lastAt?.toISOString() ?? null },
      alarms: (await listOpenAlarms(tx)).map(({ text, raisedAt }) => ({ text, raisedAt: raisedAt.toISOString() })),
      tills: (await tillQueues(tx, pharmacyId)).map(({ terminalId, oldestAt, saidAt, ...till }) => ({
        terminalCode: terminalCode(terminalId),
        oldestAt: oldestAt?.toISOString() ?? null,
        saidAt: saidAt.toISOString(),
        ...till,
      })),
      backup,
      standby: second,
      copy: await readCopy(tx, pharmacyId),
      photos: { stored: await photoBytes(tx, pharmacyId), most: photoBudget },
    }
  })
}

/**
 * Ends the copy: what waits for the platform and the mail server leaves, and the tills are taken again. The server gets a new
 * generation, so that the original stops as soon as a till that was here meets it.
 */
export async function confirmCopy(context: Context): Promise<Record<string, never>> {
  const pharmacyId = pharmacyOf(context)
  await context.database.write(pharmacyId, (tx) => endCopy(tx, pharmacyId, context.now))
  context.identity.forget(pharmacyId)
  return {}
}
