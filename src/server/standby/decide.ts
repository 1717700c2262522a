import { AppError } from '#shared/domain/errors.ts'
import { paces, slowDown } from '#shared/domain/pin-attempts.ts'
import { openDatabase, type Tx } from '#server/db/database.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { isPin } from '#server/identity/pin.ts'
import { deciders, isNewerThan, type Decider } from '#server/standby/standby-members.repo.ts'

/**
 * Who typed this PIN, of those who may decide that this computer takes over, as the first computer last knew them. Wrong
 * PINs are slowed down as at a terminal; the database cannot be written here, so they are counted in memory. Throws
 * `tokens:wrongPin`, `users:pinLockedOut` and `server:olderThanData`, since what is decided cannot be undone.
 */
export function openDecisions(now: () => Date) {
  let wrongAt: number[] = []
  let checking: Promise<unknown> = Promise.resolve()

  async function decide(databaseUrl: string, pin: string): Promise<Decider> {
    const { until } = slowDown([{ at: wrongAt, pace: paces.memberHere }], now().getTime())
    if (until > now().getTime())
      throw new AppError('users:pinLockedOut', { retryAfterSeconds: Math.ceil((until - now().getTime()) / 1000) })
    if (await isOlderThanData(databaseUrl)) throw new AppError('server:olderThanData')
    for (const decider of await read(databaseUrl, deciders)) if (await isPin(pin, decider.pinHash)) return decider
    wrongAt = [...wrongAt, now().getTime()]
    throw new AppError('tokens:wrongPin', {
      attemptsLeft: slowDown([{ at: wrongAt, pace: paces.memberHere }], now().getTime()).attemptsLeft,
    })
  }

  return (databaseUrl: string, pin: string): Promise<Decider> => {
    // One after the other: many at once would all be the first.
    const next = checking.then(() => decide(databaseUrl, pin))
    checking = next.catch(() => undefined)
    return next
  }
}

/** Whether the first computer runs a newer Officine, which has changed the schema: this one could not open these data. */
export async function isOlderThanData(databaseUrl: string): Promise<boolean> {
  const known = (await readMigrations()).map(({ name }) => name)
  return read(databaseUrl, (tx) => isNewerThan(tx, known))
}

async function read<T>(databaseUrl: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: databaseUrl, connections: 1, isFollower: true })
  try {
    return await database.platform(work)
  } finally {
    await database.close()
  }
}
