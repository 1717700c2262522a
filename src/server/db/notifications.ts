import { Client } from 'pg'

/** Sends hints to the other processes on the same database. */
export type Relay = { send(texts: readonly string[]): Promise<void>; close(): Promise<void> }
export type OpenRelay = (receive: (text: string) => void) => Promise<Relay>

const channel = 'officine_hints'
const reconnectMs = 2_000

/**
 * Relays hints between the processes on one PostgreSQL: LISTEN and NOTIFY on a dedicated connection, which reconnects
 * after an error.
 */
export function postgresqlRelay(url: string): OpenRelay {
  return async (receive) => {
    let client: Client | undefined
    let closed = false
    let retry: NodeJS.Timeout | undefined

    const connect = async (): Promise<void> => {
      const next = new Client({ connectionString: url, application_name: 'officine hints' })
      next.on('notification', ({ payload }) => receive(payload ?? ''))
      next.on('error', () => {})
      next.once('end', () => {
        if (client === next) client = undefined
        if (!closed) reconnectSoon()
      })
      await next.connect()
      await next.query(`listen ${channel}`)
      client = next
    }
    const reconnectSoon = (): void => {
      clearTimeout(retry)
      retry = setTimeout(() => void connect().catch(reconnectSoon), reconnectMs)
    }
    await connect()

    return {
      // A hint that cannot be sent is dropped: every reader polls again after a while.
      send: async (texts) => {
        await client
          ?.query('select pg_notify($1, text) from unnest($2::text[]) as text', [channel, texts])
          .catch(() => {})
      },
      close: async () => {
        closed = true
        clearTimeout(retry)
        await client?.end()
      },
    }
  }
}
