import { Client } from 'pg'

/** How far a PostgreSQL that follows another one has come. */
export type Replay = {
  /** The stream is open now. */
  isFollowing: boolean
  /** Bytes that were received or announced, and not replayed; null: not known. */
  lagBytes: number | null
  /** When the other one was last heard. */
  heardAt: Date | null
  /** The last commit that was replayed. */
  lastCommitAt: Date | null
  /** The checkpoint from which it replays; everything that was committed before is here. */
  checkpointAt: Date | null
}

async function asked<T>(adminUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** `readsSettings`: it first reads its settings again. Needs the superuser. */
export function readReplay(adminUrl: string, readsSettings = false): Promise<Replay> {
  return asked(adminUrl, async (client) => {
    if (readsSettings) await client.query('select pg_reload_conf()')
    const { rows } = await client.query<{
      status: string | null
      lag: string | null
      heardAt: Date | null
      lastCommitAt: Date | null
      checkpointAt: Date
    }>(
      `select r.status, greatest(0, pg_wal_lsn_diff(r.latest_end_lsn, pg_last_wal_replay_lsn())) as lag,
         r.last_msg_send_time as "heardAt", pg_last_xact_replay_timestamp() as "lastCommitAt",
         (select checkpoint_time from pg_control_checkpoint()) as "checkpointAt"
       from (select 1) one left join pg_stat_wal_receiver r on true`,
    )
    const { status, lag, ...moments } = rows[0]!
    return { isFollowing: status === 'streaming', lagBytes: lag === null ? null : Number(lag), ...moments }
  })
}

/** Ends the following: from then on it can be written. Nothing happens when it follows nobody. Throws when it takes over a minute. */
export function promote(adminUrl: string): Promise<void> {
  return asked(adminUrl, async (client) => {
    const { rows } = await client.query<{ done: boolean }>(
      `select case when pg_is_in_recovery() then pg_promote(true, 60) else true end as done`,
    )
    if (!rows[0]?.done) throw new Error('PostgreSQL has not ended its recovery')
  })
}
