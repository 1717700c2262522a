import { setTimeout as pause } from 'node:timers/promises'
import { freeBytes } from '#server/backup/medium.ts'
import { openBackupLogin, type BackupLogin } from '#server/db/embedded/replication.ts'
import { writePairing, type Pairing } from '#server/standby/kept-pairing.ts'

/** The slot of a pairing. Its name is none of the backup, which drops those it does not know. */
export const standbySlot = (id: string): string => `standby_${id.replaceAll('-', '')}`
/** The name under which PostgreSQL lists the second computer. */
export const followerName = 'officine_standby'

/** How far the second computer is behind: bytes of the log, and seconds; null: not known since the start. */
export type Lag = { bytes: number; seconds: number | null }

/** `isLost`: PostgreSQL no longer has what the second computer lacks. */
export type Seen = { lag: Lag | null; isLost: boolean }

const watchMs = 5_000
const noteMs = 60_000
const mostPositions = 1_000
/** Bytes on the disk of the data, below which nothing is kept for a second computer that is away. */
const leastRoom = 1_000_000_000

/**
 * Watches how far the second computer is, and notes when it was last there. When it is away and the disk has little room,
 * what PostgreSQL keeps for it is given up: no sale is refused for it, and it copies everything when it comes back.
 */
export function watchFollower(
  { dataDirectory, backupUrl, now = () => new Date() }: { dataDirectory: string; backupUrl: string; now?: () => Date },
  { pairing, note }: { pairing: () => Pairing | undefined; note: (pairing: Pairing) => void },
): { look(): Promise<Seen>; stop(): Promise<void> } {
  const stopping = new AbortController()
  let login: BackupLogin | undefined
  /** Where the log was, oldest first: as far back as the second computer may be. */
  const positions: { position: bigint; at: number }[] = []
  let looking: Promise<Seen> | undefined

  async function lookNow(): Promise<Seen> {
    const known = pairing()
    if (!known) return { lag: null, isLost: false }
    login ??= await openBackupLogin(backupUrl)
    const [slot] = await login.slots(standbySlot(known.id))
    const position = await login.position()
    positions.push({ position, at: now().getTime() })
    const lag = slot?.isUsed && slot.position !== null ? lagOf(slot.position, positions) : null
    if (lag) {
      const seenAt = now()
      const seen = { ...known, seenAt: seenAt.toISOString() }
      if (known.seenAt === null || seenAt.getTime() - Date.parse(known.seenAt) > noteMs)
        await writePairing(dataDirectory, seen)
      if (pairing() === known) note(seen)
    } else if (slot && (await freeBytes(dataDirectory)) < leastRoom) await login.dropSlot(slot.name)
    return { lag, isLost: known.seenAt !== null && (slot?.position ?? null) === null }
  }
  const look = (): Promise<Seen> =>
    (looking ??= lookNow()
      .catch(async () => {
        await login?.end().catch(() => undefined)
        login = undefined
        return { lag: null, isLost: false }
      })
      .finally(() => (looking = undefined)))
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look()
      await pause(watchMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const watching = watch()
  return {
    look,
    async stop() {
      stopping.abort()
      await watching
      await login?.end().catch(() => undefined)
    },
  }
}

/** Forgets the positions that the second computer has passed. */
function lagOf(stored: bigint, positions: { position: bigint; at: number }[]): Lag {
  while (positions.length > 1 && positions[1]!.position <= stored) positions.shift()
  if (positions.length > mostPositions) positions.splice(1, 1)
  const [had, newest] = [positions[0]!, positions.at(-1)!]
  const bytes = Math.max(0, Number(newest.position - stored))
  if (bytes === 0) return { bytes, seconds: 0 }
  return { bytes, seconds: had.position <= stored ? (newest.at - had.at) / 1000 : null }
}
