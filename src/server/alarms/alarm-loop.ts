import { randomUUID } from 'node:crypto'
import type { Engine } from '#shared/contract/engine.ts'
import { dayOf } from '#shared/domain/dates.ts'
import { engineAge } from '#shared/domain/engine-age.ts'
import { alarmsOf, type AlarmFacts } from '#shared/domain/server-alarms.ts'
import { alarmFacts, keepAlarms, noteTold, untoldAlarms } from '#server/alarms/alarm.repo.ts'
import { letsNothingLeave } from '#server/backup/copy.service.ts'
import { repeatedFault } from '#server/backup/drill.service.ts'
import type { Mailer } from '#server/base/mailer.ts'
import { openRounds } from '#server/base/rounds.ts'
import type { Database } from '#server/db/database.ts'
import type { StandbyDesk } from '#server/http/route.ts'
import type { Failures } from '#server/http/failures.ts'

type AlarmLoop = {
  start(): void
  /** Judges the server now, and tells what is new. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** In ms. A till that begins its day has had the time to send. */
const [firstMs, roundMs] = [5 * 60_000, 5 * 60_000]
/** In ms. What comes and goes is told once in this time. */
const quietMs = 24 * 3_600_000
const failuresMs = 3_600_000
/** Tries of the backup that fail one after the other. */
const toldFaults = 2

/**
 * The loop that raises and ends alarms. A new one is told by one e-mail, when there is a mail server and somebody to tell;
 * until that e-mail has left, the next round tries again. It does nothing before `start`.
 */
export function openAlarms({
  database,
  failures,
  backupFacts = () => Promise.resolve(null),
  standby = null,
  mailer,
  to,
  now,
  onError,
}: {
  database: Database
  failures: Failures
  /** What the backup says of itself; without it there is none. */
  backupFacts?: (() => Promise<Engine['backup']>) | undefined
  /** Who follows; null: nobody may. */
  standby?: Pick<StandbyDesk, 'facts'> | null
  mailer: Mailer | null
  /** Who is told; undefined: nobody, the windows show them. */
  to: string | undefined
  now: () => Date
  onError: (error: unknown) => void
}): AlarmLoop {
  const { start, stop } = openRounds(() => look(), { firstMs, roundMs, onError })
  /** Since when a backup fails that has stored nothing since the start of this process, in ms. */
  let failsSince: number | null = null
  const backupNow = async (at: Date): Promise<Pick<AlarmFacts, 'backup' | 'remoteSinceMs'>> => {
    const backup = await backupFacts()
    if (!backup || backup === 'external') return {}
    const { awaySince, storedUntil, newestBaseAt, fault, isStreaming, isOnDataDisk = false, remote } = backup
    // A medium that never answers says no fault.
    failsSince = fault === null && isStreaming ? null : (failsSince ?? at.getTime())
    return {
      backup: {
        storedUntilMs: momentOf(awaySince) ?? momentOf(storedUntil) ?? failsSince,
        newestBaseMs: momentOf(newestBaseAt),
        isOnDataDisk,
      },
      remoteSinceMs: remote ? momentOf(remote.storedUntil ?? remote.since) : undefined,
    }
  }
  const standbyNow = async (): Promise<AlarmFacts['standby']> => {
    const paired = (await standby?.facts())?.paired
    if (!paired) return undefined
    const { awaySince, lagSeconds } = paired
    return { awaySinceMs: momentOf(awaySince), lagMs: lagSeconds === null ? null : lagSeconds * 1000 }
  }
  const look: AlarmLoop['look'] = async () => {
    const at = now()
    const freeBytes = await database.freeBytes()
    const { version, pharmacies } = await database.platform(alarmFacts)
    const backup = await backupNow(at)
    const alarms = alarmsOf({
      nowMs: at.getTime(),
      freeBytes,
      engine: { version, age: engineAge(version, dayOf(at)) },
      failures: failures.within(failuresMs, at).count,
      ...backup,
      // What failed before counts no more on a server without a backup.
      drillFault: backup.backup ? await database.platform((tx) => repeatedFault(tx, toldFaults)) : null,
      standby: await standbyNow(),
      pharmacies,
    })
    const untold = await database.platform(async (tx) => {
      await keepAlarms(tx, alarms, at)
      // No e-mail leaves a copy or what was replaced: the shop itself runs elsewhere.
      if (await letsNothingLeave(tx)) return []
      return untoldAlarms(tx, new Date(at.getTime() - quietMs))
    })
    if (!mailer || to === undefined || untold.length === 0) return
    await mailer.send({
      id: randomUUID(),
      fromName: 'Officine',
      replyTo: null,
      to,
      subject: untold.length === 1 ? 'Officine : une alarme' : `Officine : ${untold.length} alarmes`,
      text: untold.map(({ text }) => `- ${text}`).join('\n'),
      files: [],
    })
    await database.platform((tx) => noteTold(tx, untold, at))
  }
  return { start, look, stop }
}

function momentOf(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso)
}
