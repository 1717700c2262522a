import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { CallInput, CallReply, Endpoint } from '#shared/contract/endpoint.ts'
import { replyTo } from '#shared/contract/values.ts'
import { AppError } from '#shared/domain/errors.ts'
import { buildApp, type AppOptions } from '#server/app.ts'
import { pharmacyNetwork } from '#server/base/printer-network.ts'
import { openSecrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { openHints, type Hints } from '#server/hints/hints.ts'
import { openIdentity, type AccountClaims } from '#server/identity/identity.ts'
import type { App } from '#server/http/route.ts'
import { openMailer } from '#server/base/mailer.ts'
import { openShop, testProject, type Shop } from '#tests/server/support/shop.ts'
import { cheapPins } from '#tests/server/support/cheap-pins.ts'
import { testDatabase } from '#tests/server/support/test-database.ts'

/** A key of sealed texts. */
export const testKey = '0123456789abcdef'.repeat(4)
export const pinSecret = 'the secret of the tests, 32 characters'

export type TestApp = {
  app: App
  database: Database
  hints: Hints
  /** The server's current time; tests change it. */
  clock: { now: Date }
  /** A pharmacy with its members, stock and clients. */
  openShop(name: string, options?: Parameters<typeof openShop>[2]): Promise<Shop>
  /** Calls as the bearer of a token, through the real routes; throws the AppError that the server answered. */
  as(
    token: string | undefined,
    /** What the clock of the terminal says, when that is not the server's time. */
    terminal?: { clientTime: Date },
  ): { call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallReply<E>> }
  /** What was written into accounts of the sign-in service, by the account. */
  claimed: Map<string, AccountClaims>
  /** Row counts by table, to check that a refusal changed nothing. */
  rowCounts(): Promise<Record<string, number>>
}

/** Printers of tests listen on this machine. */
const printers = { ...pharmacyNetwork, allowsThisMachine: true, failsAfterMs: 0 }
/** Nothing answers there: what is queued is sent only by the tests that open a mail server. */
const mailer = openMailer({ url: 'smtp://127.0.0.1:9', from: 'envois@officine.example' })
/** Some tests make thousands of requests with one token, all from one address. */
const requestRate = { perToken: 1_000_000, perAddress: 1_000_000, withinMs: 1000 }

/** The real app with its own database; both end with the test file. Call it once at the top of the file. */
export async function testApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const database = await testDatabase()
  const hints = await openHints()
  const clock = { now: new Date() }
  const claimed = new Map<string, AccountClaims>()
  // the address is never called: custom tokens of an emulator need no network
  const identity = openIdentity({
    database,
    projectId: testProject,
    emulatorHost: '127.0.0.1:9',
    pinSecret,
    pinCost: cheapPins,
    claimAccount: async (uid, claims) => void claimed.set(uid, claims),
  })
  const secrets = openSecrets([testKey])
  const app = await buildApp({
    database,
    identity,
    hints,
    now: () => clock.now,
    requestRate,
    printers,
    secrets,
    mailer,
    ...options,
  })
  afterAll(async () => {
    await app.close()
    await hints.close()
    await database.close()
  })
  return {
    app,
    database,
    hints,
    clock,
    claimed,
    openShop: (name, options) => openShop(database, name, options),
    as: (token, terminal) => ({ call: (endpoint, input) => callApp(app, { token, ...terminal }, endpoint, input) }),
    rowCounts: () => rowCounts(database),
  }
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** One call of the contract to the app. Throws the refusal. */
export async function callApp<E extends Endpoint>(
  app: App,
  { token, clientTime }: { token: string | undefined; clientTime?: Date },
  endpoint: E,
  input: CallInput<E>,
): Promise<CallReply<E>> {
  const { params = {}, query = {}, body } = input as Loose
  const form = endpoint.multipart ? await formOf(body as Record<string, string | Blob>) : undefined
  const reply = await app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(clientTime ? { 'x-client-time': String(clientTime.getTime()) } : {}),
      ...form?.headers,
    },
    ...(body === undefined ? {} : { payload: form?.payload ?? (body as object) }),
  })
  const answer: unknown =
    reply.statusCode >= 400 || !(endpoint.csv || endpoint.file)
      ? reply.json()
      : endpoint.file
        ? new Blob([new Uint8Array(reply.rawPayload)])
        : reply.body
  if (reply.statusCode >= 400) {
    const { message, details } = answer as { message: string; details?: unknown }
    throw new AppError(message, details, reply.statusCode)
  }
  if (reply.statusCode !== (endpoint.status ?? 200)) throw new Error(`answered ${reply.statusCode}`)
  // strict: fields that the contract does not declare must not leave the server
  return replyTo(endpoint, query).parse(answer) as CallReply<E>
}

/** A form as a browser sends it. */
async function formOf(fields: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const request = new Response(form)
  return {
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}

async function rowCounts(database: Database): Promise<Record<string, number>> {
  return database.platform(async (tx) => {
    const { rows: tables } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(tx)
    const counts = tables.map(({ name }) => sql`select ${name} as name, count(*) as count from ${sql.table(name)}`)
    const { rows } = await sql<{
      name: string
      count: number
    }>`${sql.join(counts, sql` union all `)} order by 1`.execute(tx)
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  })
}
