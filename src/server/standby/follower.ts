import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverAccount } from '#server/db/embedded/account.ts'
import { placeIn, prepareFolder } from '#server/db/embedded/data-directory.ts'
import { openEmbedded, type EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { openBackupLogin } from '#server/db/embedded/replication.ts'
import { readReplay, promote, type Replay } from '#server/db/embedded/replay.ts'
import { undoSwap } from '#server/db/embedded/swap.ts'
import { copyFirst, settleCopy } from '#server/standby/first-copy.ts'
import type { Following } from '#server/standby/kept-pairing.ts'
import { followerName, standbySlot } from '#server/standby/follower-watch.ts'
import { openTunnel } from '#server/standby/tunnel.ts'

export type FollowerStatus = Replay & {
  /** Everything that was committed until then is here; null: not known since the start. */
  holdsUntil: Date | null
  /** What the system said when it last failed. */
  fault: string | null
}

export type Follower = {
  /** The database, which can be read and not written. */
  url: string
  status(): Promise<FollowerStatus>
  /** Until when everything is here, for a person who decides now. */
  holdsUntil(): Promise<Date>
  /** Ends the following and makes this PostgreSQL one that can be written; it is stopped then. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const dayMs = 86_400_000
const watchMs = 1_000
/** In ms: how often the slot is looked at. */
const slotMs = 15_000

/**
 * Follows the first computer: copies its PostgreSQL when there is no copy, then replays its log as it comes. When the first
 * one gave the slot up, a new copy takes the place of the former one, which serves until then.
 */
export async function openFollower(
  following: Pick<Following, 'of' | 'id' | 'key'>,
  {
    directory,
    binaries,
    say,
    now = () => new Date(),
  }: {
    /** Folder of the cluster. */
    directory: string
    binaries?: string | undefined
    say: (sentence: string) => void
    now?: () => Date
  },
): Promise<Follower> {
  const place = placeIn(directory)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const account = await serverAccount(place)
  await prepareFolder(place, account)
  const undone = await undoSwap(place)
  if (undone) say(undone)
  const password = await readFile(place.password, 'utf8')
  const key = { identity: following.id, psk: Buffer.from(following.key, 'hex') }
  const tunnel = await openTunnel(following.of, { key, account, password })
  const slot = standbySlot(following.id)
  const copy = (): Promise<string> => copyFirst(place, { url: tunnel.url, slot, account })
  const open = async (): Promise<EmbeddedPostgres> => {
    await pointTo(place.data, { conninfo: tunnel.conninfo(followerName), slot })
    const engine = await openEmbedded({ directory, binaries, say, isFollower: true })
    // A PostgreSQL of an earlier process has the door of that one.
    await readReplay(engine.adminUrl, true)
    return engine
  }
  let engine: EmbeddedPostgres
  try {
    if (!(await exists(join(place.data, 'PG_VERSION')))) {
      say('Cet ordinateur copie les données du premier…')
      await settleCopy(place, await copy())
    }
    engine = await open()
  } catch (error) {
    await tunnel.close()
    throw error
  }
  const stopping = new AbortController()
  let holdsUntil: Date | null = null
  let fault: string | null = null

  async function copyAgainIfLost(): Promise<void> {
    const login = await openBackupLogin(tunnel.url)
    try {
      const [known] = await login.slots(slot)
      if ((known?.position ?? null) !== null) return
    } finally {
      await login.end()
    }
    say('Le premier ordinateur n’a plus tout ce qui manque ici ; ses données sont copiées de nouveau.')
    const part = await copy()
    await engine.stop()
    await settleCopy(place, part)
    engine = await open()
  }

  const watch = async (): Promise<void> => {
    let lookedAt = 0
    while (!stopping.signal.aborted) {
      await pause(watchMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        const at = now()
        const replay = await readReplay(engine.adminUrl)
        if (replay.isFollowing && replay.lagBytes === 0 && replay.heardAt) holdsUntil = replay.heardAt
        if (!replay.isFollowing && at.getTime() - lookedAt > slotMs) {
          lookedAt = at.getTime()
          await copyAgainIfLost()
        }
        fault = null
      } catch (error) {
        fault = (error as Error).message
      }
    }
  }
  const watching = watch()
  const end = async (): Promise<void> => {
    stopping.abort()
    await watching
  }
  return {
    get url() {
      return engine.url
    },
    async status() {
      const none: Replay = { isFollowing: false, lagBytes: null, heardAt: null, lastCommitAt: null, checkpointAt: null }
      const replay = await readReplay(engine.adminUrl).catch(() => none)
      return { ...replay, holdsUntil, fault }
    },
    async holdsUntil() {
      // A PostgreSQL that has replayed nothing since its start knows of no commit, but of its checkpoint.
      const { lastCommitAt, checkpointAt } = await readReplay(engine.adminUrl)
      const moments = [holdsUntil, lastCommitAt, checkpointAt].flatMap((moment) => (moment ? [moment.getTime()] : []))
      return moments.length > 0 ? new Date(Math.max(...moments)) : new Date(now().getTime() - dayMs)
    },
    async promote() {
      await end()
      await promote(engine.adminUrl)
      await engine.stop()
      await tunnel.close()
    },
    async stop() {
      await end()
      await engine.stop()
      await tunnel.close()
    },
  }
}

/** Where this PostgreSQL gets its log from; read when it starts, or when it is told to read its settings again. */
async function pointTo(data: string, { conninfo, slot }: { conninfo: string; slot: string }): Promise<void> {
  const file = join(data, 'postgresql.auto.conf')
  const before = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const ours = {
    primary_conninfo: conninfo,
    primary_slot_name: slot,
    wal_receiver_timeout: '20s',
    wal_retrieve_retry_interval: '1s',
    hot_standby: 'on',
  }
  const kept = before.filter((line) => line !== '' && !Object.keys(ours).some((name) => line.startsWith(name)))
  const lines = [...kept, ...Object.entries(ours).map(([name, value]) => `${name} = '${value}'`)]
  await writeFile(file, `${lines.join('\n')}\n`)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Ends a promotion that was interrupted. */
export async function endPromotion(directory: string, binaries: string | undefined): Promise<void> {
  const engine = await openEmbedded({ directory, binaries, isFollower: true })
  try {
    await promote(engine.adminUrl)
  } finally {
    await engine.stop()
  }
}
