import { Client, type ClientConfig, type Connection } from 'pg'

/**
 * The replication protocol of PostgreSQL over node-postgres: a base backup and the write-ahead log as it is written. The
 * package of the engine brings no program for them. A position in the log (LSN) is a count of bytes.
 */

/**
 * A piece of the log: `start` is the position of its first byte. `until`: nothing more was committed until then; null
 * while more is still to come. A piece without bytes says only that.
 */
export type LogPiece = { start: bigint; until: Date | null; bytes: Buffer }

export type LogStream = {
  /** Tells PostgreSQL that everything before this position is stored: it may forget it. */
  confirm(position: bigint): void
  /** Rejects when the stream ends otherwise than by `stop`. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** Where a cluster stands: its identity, its timeline and the end of its log. */
export type SystemState = { system: string; timeline: number; position: bigint }

/** `position`: what follows it is kept; null: PostgreSQL gave the slot up. `isUsed`: a stream reads from it now. */
export type Slot = { name: string; position: bigint | null; isUsed: boolean }

type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; stream: NodeJS.ReadWriteStream }

const statusMs = 10_000
/** First bytes of copied messages. */
const kinds = { data: 0x64, manifest: 0x6d, alive: 0x6b } as const
/** PostgreSQL counts microseconds since 2000. */
const epochMs = Date.UTC(2000, 0, 1)

/** Opens a connection that speaks the replication protocol; the caller ends it. */
export async function connectReplication(url: string): Promise<Client> {
  const config: ClientConfig & { replication: string } = {
    connectionString: url,
    application_name: 'officine, backup',
    connectionTimeoutMillis: 10_000,
    replication: 'true',
  }
  const client = new Client(config)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Ends a connection at once, also one that is being read by nobody: PostgreSQL would wait for it when it stops. */
export function dropReplication(client: Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Needs a connection of `connectReplication`. */
export async function systemState(client: Client): Promise<SystemState> {
  const { rows } = await client.query<{ systemid: string; timeline: string; xlogpos: string }>('IDENTIFY_SYSTEM')
  const { systemid, timeline, xlogpos } = rows[0]!
  return { system: systemid, timeline: Number(timeline), position: readPosition(xlogpos) }
}

export type BackupLogin = {
  /** Major version of PostgreSQL. */
  engine: string
  /** The slots whose names begin so. */
  slots(prefix: string): Promise<Slot[]>
  /** Makes a slot: from now on PostgreSQL keeps the log for it. Answers its position. */
  createSlot(name: string): Promise<bigint>
  dropSlot(name: string): Promise<void>
  /** The newest position of the log. */
  position(): Promise<bigint>
  end(): Promise<void>
}

/** An ordinary connection of the login that takes backups. */
export async function openBackupLogin(url: string): Promise<BackupLogin> {
  const address = new URL(url)
  address.pathname = '/postgres'
  const client = new Client({
    connectionString: address.href,
    application_name: 'officine, backup',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  return {
    engine: String(Math.floor(Number(rows[0]!.version) / 10_000)),
    async slots(prefix) {
      const found = await client.query<{ name: string; position: string | null; status: string; isUsed: boolean }>(
        `select slot_name as name, restart_lsn::text as position, coalesce(wal_status, 'lost') as status,
            active as "isUsed"
          from pg_replication_slots where starts_with(slot_name, $1) order by slot_name`,
        [prefix],
      )
      return found.rows.map(({ name, position, status, isUsed }) => ({
        name,
        isUsed,
        position: position === null || status === 'lost' ? null : readPosition(position),
      }))
    },
    async createSlot(name) {
      const made = await client.query<{ position: string }>(
        'select lsn::text as position from pg_create_physical_replication_slot($1, true)',
        [name],
      )
      return readPosition(made.rows[0]!.position)
    },
    async dropSlot(name) {
      await client.query('select pg_drop_replication_slot($1)', [name])
    },
    async position() {
      const found = await client.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position')
      return readPosition(found.rows[0]!.position)
    },
    end: () => client.end(),
  }
}

/**
 * A base backup: `onFiles` receives a tar archive of the cluster piece by piece, and the stream waits for what it
 * returns. Resolves with the positions between which the log is needed with it, and PostgreSQL's own manifest.
 */
export async function takeBase(
  client: Client,
  label: string,
  onFiles: (bytes: Buffer) => Promise<void> | undefined,
): Promise<{ timeline: number; start: bigint; end: bigint; manifest: Buffer }> {
  const manifest: Buffer[] = []
  let isManifest = false
  let fault: unknown
  const stream = (client as unknown as { connection: CopyConnection }).connection.stream
  const rows = await copied(
    client,
    `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    (chunk) => {
      if (chunk[0] === kinds.manifest) isManifest = true
      if (chunk[0] !== kinds.data || fault !== undefined) return
      // the parser uses its buffer again
      const bytes = Buffer.from(chunk.subarray(1))
      if (isManifest) return void manifest.push(bytes)
      const waiting = onFiles(bytes)
      if (!waiting) return
      stream.pause()
      waiting.then(
        () => stream.resume(),
        (error: unknown) => {
          fault = error
          void client.end().catch(() => undefined)
          stream.resume()
        },
      )
    },
  ).catch((error: unknown) => {
    throw fault ?? error
  })
  if (fault !== undefined) throw fault
  const [first, last] = [rows[0]!, rows.at(-1)!]
  return {
    start: readPosition(first[0]!),
    timeline: Number(first[1]),
    end: readPosition(last[0]!),
    manifest: Buffer.concat(manifest),
  }
}

/**
 * Streams the log of a timeline from a position, through a slot. `onPiece` may return a promise: the stream waits for
 * it, while PostgreSQL is told that we are alive.
 */
export function streamLog(
  client: Client,
  { slot, from, timeline }: { slot: string; from: bigint; timeline: number },
  onPiece: (piece: LogPiece) => Promise<void> | undefined,
): LogStream {
  const { connection } = client as unknown as { connection: CopyConnection }
  let confirmed = from
  let isStopped = false
  let isCaughtUp = false
  const report = (asksReply = false): void => {
    const message = Buffer.alloc(34)
    message.write('r')
    for (const at of [1, 9, 17]) message.writeBigUInt64BE(confirmed, at)
    message.writeBigInt64BE(BigInt(Date.now() - epochMs) * 1000n, 25)
    message[33] = asksReply ? 1 : 0
    connection.sendCopyFromChunk(message)
  }
  const ended = copied(
    client,
    `START_REPLICATION SLOT "${slot}" PHYSICAL ${writePosition(from)} TIMELINE ${timeline}`,
    (chunk) => {
      const isAlive = chunk[0] === kinds.alive
      if (isAlive && chunk[17] === 1) report()
      const start = chunk.readBigUInt64BE(1)
      const bytes = isAlive ? Buffer.alloc(0) : Buffer.from(chunk.subarray(25))
      if (!isAlive) isCaughtUp = start + BigInt(bytes.length) === chunk.readBigUInt64BE(9)
      const sentAt = new Date(epochMs + Number(chunk.readBigInt64BE(isAlive ? 9 : 17) / 1000n))
      const waiting = onPiece({ start, bytes, until: isCaughtUp ? sentAt : null })
      if (!waiting) return
      connection.stream.pause()
      void waiting.then(() => connection.stream.resume())
    },
  ).then(
    () => {
      if (!isStopped) throw new Error('PostgreSQL ended the stream of its log')
    },
    (error: unknown) => {
      if (!isStopped) throw error
    },
  )
  // Whoever awaits it later still gets the error.
  ended.catch(() => undefined)
  // The reply says until when nothing more was written.
  const timer = setInterval(() => report(true), statusMs)
  void ended.finally(() => clearInterval(timer)).catch(() => undefined)
  return {
    confirm(position) {
      if (position <= confirmed) return
      confirmed = position
      report()
    },
    ended,
    async stop() {
      isStopped = true
      clearInterval(timer)
      connection.stream.resume()
      await client.end().catch(() => undefined)
    },
  }
}

/** `16/B374D848`, as PostgreSQL writes a position. */
export function writePosition(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()
}

export function readPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Runs a command that answers with copied data. Resolves with the rows beside them, when the command has ended. */
function copied(client: Client, text: string, onData: (chunk: Buffer) => void): Promise<string[][]> {
  return new Promise((done, failed) => {
    const rows: string[][] = []
    let fault: Error | undefined
    client.once('end', () => failed(fault ?? new Error('the connection to PostgreSQL ended')))
    client.query({
      submit: (connection: Connection) => connection.query(text),
      handleRowDescription: () => undefined,
      handleDataRow: ({ fields }: { fields: string[] }) => rows.push(fields),
      handleCommandComplete: () => undefined,
      handleCopyData: ({ chunk }: { chunk: Buffer }) => onData(chunk),
      handleError: (error: Error) => {
        fault ??= error
        failed(error)
      },
      handleReadyForQuery: () => (fault ? failed(fault) : done(rows)),
    } as unknown as { submit(connection: Connection): void })
  })
}

/** The time of the last commit that a recovery replayed; null when it replayed none. */
export async function lastReplayed(url: string): Promise<Date | null> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return rows[0]!.at
  } finally {
    await client.end()
  }
}
