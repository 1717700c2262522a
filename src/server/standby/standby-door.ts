import { randomBytes, randomUUID } from 'node:crypto'
import type { Server, TLSSocket } from 'node:tls'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { openBackupLogin, type BackupLogin } from '#server/db/embedded/replication.ts'
import { listenChannel, pairingIdentity, readLine, writeLine } from '#server/standby/channel.ts'
import { forgetPairing, readPairing, writePairing, type Pairing } from '#server/standby/kept-pairing.ts'
import { watchFollower, type Lag } from '#server/standby/follower-watch.ts'
import { openOffer } from '#server/standby/pairing-offer.ts'
import { passToPostgres } from '#server/standby/postgres-gate.ts'

export type DoorOptions = {
  host: string
  /** STANDBY_PORT. */
  port: number
  dataDirectory: string
  backupUrl: string
  /** The newest migration of this program. */
  migration: string
  /** What lies beside the database, for the second computer. */
  readKeys: () => Promise<Record<string, string>>
  onError: (error: unknown) => void
  now?: () => Date
}

/** What the first computer knows of the second one. `isLost`: it needs a new copy, because it was away for too long. */
export type StandbyStatus = {
  name: string
  pairedAt: Date
  /** Null: it follows now, or has never followed. */
  awaySince: Date | null
  lag: Lag | null
  isLost: boolean
}

export type StandbyDoor = {
  port: number
  /** Six words with which one second computer may come, for ten minutes; those offered before end. */
  offer(): Promise<{ words: string; until: Date }>
  /** Undefined: no second computer was paired. */
  status(): Promise<StandbyStatus | undefined>
  /** The second computer may come no more, and nothing is kept for it. */
  forget(): Promise<void>
  /** From now on a newer server that says so is heard. */
  hearReplaced(hear: (generations: unknown) => Promise<boolean>): void
  /** Resolves when it is known that this server was not replaced while it was off, or when nobody has said so for a minute. */
  isStillFirst(): Promise<void>
  stop(): Promise<void>
}

const Question = z.discriminatedUnion('do', [
  z.object({ do: z.literal('pair'), name: z.string().max(200), engine: z.string(), migrations: z.array(z.string()) }),
  z.object({ do: z.literal('postgresql') }),
  z.object({ do: z.literal('keys') }),
  z.object({ do: z.literal('replaced'), generations: z.string() }),
])

const doubtMs = 60_000
/**
 * Lets a second computer follow: pairs it by six words, then passes its streams to PostgreSQL. What PostgreSQL keeps for it
 * while it is away has the limits of the backup, so no sale is refused for it.
 */
export async function openStandbyDoor(options: DoorOptions): Promise<StandbyDoor> {
  const { dataDirectory, backupUrl, onError, now = () => new Date() } = options
  let pairing = await readPairing(dataDirectory)
  const offer = openOffer(now)
  let hear: ((generations: unknown) => Promise<boolean>) | undefined
  const stopping = new AbortController()
  const streams = new Set<TLSSocket>()
  let noteFirst: () => void = () => undefined
  const isFirst = new Promise<void>((known) => (noteFirst = known))

  const keyOf = (identity: string): Buffer | null => {
    if (identity === pairing?.id) return Buffer.from(pairing.key, 'hex')
    return identity === pairingIdentity ? offer.tried() : null
  }

  async function pair(
    socket: TLSSocket,
    { name, engine, migrations }: Extract<z.infer<typeof Question>, { do: 'pair' }>,
  ) {
    const login = await openBackupLogin(backupUrl)
    try {
      if (login.engine !== engine)
        return {
          fault: `Cet ordinateur a PostgreSQL ${engine}, le premier a PostgreSQL ${login.engine} : installez le même.`,
        }
      if (!migrations.includes(options.migration))
        return {
          fault: 'Le premier ordinateur a une version plus récente d’Officine : installez-la aussi sur celui-ci.',
        }
      // Words serve once.
      if (!offer.use()) return { fault: 'Ces six mots ont déjà servi.' }
      const next: Pairing = {
        id: randomUUID(),
        key: randomBytes(32).toString('hex'),
        name,
        pairedAt: now().toISOString(),
        seenAt: null,
      }
      await writePairing(dataDirectory, next)
      pairing = next
      for (const other of streams) if (other !== socket) other.destroy()
      for (const slot of await login.slots('standby_')) await dropped(login, slot.name)
      return { id: next.id, key: next.key, keys: await options.readKeys() }
    } finally {
      await login.end()
    }
  }

  async function serve(socket: TLSSocket, identity: string): Promise<void> {
    const question = Question.parse(await readLine(socket))
    if (identity === pairingIdentity) {
      if (question.do === 'pair') writeLine(socket, await pair(socket, question))
      return void socket.end()
    }
    if (question.do === 'postgresql') {
      // It follows, so it has not taken over.
      noteFirst()
      return passToPostgres(socket, backupUrl)
    }
    if (question.do === 'keys') writeLine(socket, { keys: await options.readKeys() })
    if (question.do === 'replaced') {
      // It is asked again until this server can hear it.
      if (!hear) return void socket.destroy()
      writeLine(socket, { isReplaced: await hear(question.generations) })
    }
    socket.end()
  }

  const server: Server = await listenChannel(options, {
    keyOf,
    onStream(socket, identity) {
      streams.add(socket)
      socket.once('close', () => streams.delete(socket))
      serve(socket, identity).catch((error: unknown) => {
        socket.destroy()
        if (!stopping.signal.aborted) onError(error)
      })
    },
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port

  const watch = watchFollower(options, {
    pairing: () => pairing,
    note: (noted) => void (pairing = noted),
  })

  return {
    port,
    offer: offer.make,
    async status() {
      if (!pairing) return undefined
      const { lag, isLost } = await watch.look()
      const { name, pairedAt, seenAt } = pairing
      return {
        name,
        pairedAt: new Date(pairedAt),
        awaySince: lag ? null : new Date(seenAt ?? pairedAt),
        lag,
        isLost,
      }
    },
    async forget() {
      offer.use()
      pairing = undefined
      await forgetPairing(dataDirectory)
      for (const socket of streams) socket.destroy()
      await dropSlots(backupUrl)
    },
    hearReplaced: (listener) => void (hear = listener),
    async isStillFirst() {
      if (!pairing) return
      await Promise.race([
        isFirst,
        pause(doubtMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined),
      ])
    },
    async stop() {
      stopping.abort()
      for (const socket of streams) socket.destroy()
      await new Promise((done) => server.close(done))
      await watch.stop()
    },
  }
}

/** What PostgreSQL keeps for second computers is given up. */
async function dropSlots(backupUrl: string): Promise<void> {
  const login = await openBackupLogin(backupUrl)
  try {
    for (const { name } of await login.slots('standby_')) await dropped(login, name)
  } finally {
    await login.end()
  }
}

/** PostgreSQL may still hold the slot of a stream that just ended. */
async function dropped(login: BackupLogin, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await login.dropSlot(name)
    } catch (error) {
      if (attempt === 50) throw error
      await pause(100)
    }
  }
}
