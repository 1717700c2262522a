import { totalmem } from 'node:os'
import type { Engine } from '#shared/contract/engine.ts'
import { AppError } from '#shared/domain/errors.ts'
import { photoBudget } from '#shared/domain/photo-budget.ts'
import { terminalCode } from '#shared/domain/terminal-code.ts'
import { listOpenAlarms } from '#server/alarms/alarm.service.ts'
import { readDrills } from '#server/backup/drill.service.ts'
import type { Tx } from '#server/db/database.ts'
import type { Failures } from '#server/http/failures.ts'
import { tillQueues } from '#server/identity/till-queue.repo.ts'
import type { Apart, StandbyDesk } from '#server/http/route.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { photoBytes } from '#server/photos/photo-room.repo.ts'
import { endCopy, engineFacts, firstSaleAt, lastRestore, readCopy } from '#server/pharmacies/engine.repo.ts'

const dayMs = 86_400_000
/** A shorter time says little of a year. */
const leastDays = 30

/**
 * The database of this server: its version, what it was given of the memory, what it takes of the disk, its backup and
 * when that was last tried, the second computer that follows, and whether the pharmacy is a restored copy; what is wrong
 * now, and what the tills have not sent yet.
 */
export async function readEngine(
  context: Context,
  {
    failures,
    backupFacts,
    apart: { drills, beside },
    shopTls,
    standby,
  }: {
    failures: Failures
    backupFacts: () => Promise<Engine['backup']>
    apart: Apart
    shopTls: Engine['shopTls']
    standby: StandbyDesk | null
  },
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
      drill: drills && { isRunning: drills.isRunning(), ...(await drillFacts(tx)) },
      beside: beside && { open: beside.state() },
      shopTls,
      standby: second,
      copy: await readCopy(tx, pharmacyId),
      lost: await lostOf(tx, pharmacyId),
      photos: { stored: await photoBytes(tx, pharmacyId), most: photoBudget },
    }
  })
}

/** The time that the last restore lost, and for each terminal that is known what it has sent of it since. */
async function lostOf(tx: Tx, pharmacyId: string): Promise<NonNullable<Engine['lost']> | null> {
  const restored = await lastRestore(tx, pharmacyId)
  if (!restored) return null
  const { from, to, confirmedAt, sent } = restored
  const queues = new Map((await tillQueues(tx, pharmacyId)).map((queue) => [queue.terminalId, queue]))
  const terminals = [...new Set([...sent.map(({ terminalId }) => terminalId), ...queues.keys()])]
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    tills: terminals.map((terminalId) => {
      const { sales = 0, amount = 0 } = sent.find((one) => one.terminalId === terminalId) ?? {}
      const queue = queues.get(terminalId)
      const isHeard = sales > 0 || (queue !== undefined && queue.saidAt > to)
      return {
        terminalCode: terminalCode(terminalId),
        isHeard,
        waiting: isHeard ? (queue?.waiting ?? 0) : null,
        sales,
        amount,
      }
    }),
  }
}

async function drillFacts(tx: Tx): Promise<Omit<NonNullable<Engine['drill']>, 'isRunning'>> {
  const { last, provenAt } = await readDrills(tx)
  return {
    provenAt: provenAt?.toISOString() ?? null,
    last: last && { ...last, beganAt: last.beganAt.toISOString(), baseAt: last.baseAt?.toISOString() ?? null },
  }
}

/**
 * Ends the copy: what waits for the mail server leaves, what waits for the platform is held, and the tills are taken again. The server gets a new
 * generation, so that the original stops as soon as a till that was here meets it. Throws `requests:conflict` for a pharmacy that is none or is a copy for another purpose: its numbers may stand in no shop.
 */
export async function confirmCopy(context: Context): Promise<Record<string, never>> {
  const pharmacyId = pharmacyOf(context)
  if (!(await context.database.write(pharmacyId, (tx) => endCopy(tx, pharmacyId, context.now))))
    throw new AppError('requests:conflict')
  context.identity.forget(pharmacyId)
  return {}
}
