import { sql } from 'kysely'
import { allCalls, type NamedEndpoint } from '#shared/contract/contract.ts'
import { buildApp } from '#server/app.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { openHints } from '#server/hints/hints.ts'
import type { App } from '#server/http/route.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { callFixtures, type CallFixture } from '#tests/server/support/call-fixtures.ts'
import { isOfPlatform } from '#tests/server/support/of-platform.ts'
import { openAdmin, testProject } from '#tests/server/support/shop.ts'
import { yearsNow, type YearsShop } from './fill-years.ts'

/** What the last call read: rows of tables and entries of indexes that a scan returned, and pages that it touched. */
export type Reads = { rows: number; pages: number }
type Answer = { status: number; returned: number; text: string }
/** One way to make a reading call: `variant` names what it asks for, the same in every shop. */
export type Question = { call: string; variant: string; ask(): Promise<Answer> }
export type YearsApi = { app: App; questions: Question[]; reads(): Reads; close(): Promise<void> }

/** The day that the questions ask about: the last one that is over. */
const day = new Date(yearsNow.getTime() - 86_400_000).toISOString().slice(0, 10)

/**
 * Every reading call of the contract to a filled pharmacy, as its owner with all rights asks: from the fixtures of the
 * tests over all calls, with the records of the fixtures and with others of the same table.
 */
export async function openYearsApi(
  database: Database,
  { shop, past }: YearsShop,
  { counts, byIndex = false }: { counts: boolean; byIndex?: boolean },
): Promise<YearsApi> {
  const reads: Reads = { rows: 0, pages: 0 }
  const used = counts ? counting(database, reads, byIndex) : database
  const hints = await openHints()
  const app = await buildApp({
    database: used,
    hints,
    now: () => yearsNow,
    identity: openIdentity({
      database: used,
      projectId: testProject,
      emulatorHost: '127.0.0.1:9',
      pinSecret: 'years'.repeat(8),
    }),
    requestRate: { perToken: 1e9, perAddress: 1e9, withinMs: 1000 },
  })
  const admin = await openAdmin(database)
  const fixtures = callFixtures(shop, past)
  const others = await otherRecords(database)
  const questions = allCalls
    .filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.stream)
    .flatMap((call) =>
      variantsOf(call, fixtures[`${call.family}.${call.name}`]!(), others).map(
        ([variant, { params = {}, query = {} }]) => ({
          call: `${call.family}.${call.name}`,
          variant,
          async ask() {
            Object.assign(reads, { rows: 0, pages: 0 })
            const reply = await app.inject({
              method: 'GET',
              url: `/api${call.endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`,
              query: query as Record<string, string>,
              headers: {
                authorization: `Bearer ${isOfPlatform(call.endpoint.permission) ? admin : shop.titulaire.token}`,
              },
            })
            return { status: reply.statusCode, returned: returnedBy(reply.body), text: reply.body }
          },
        }),
      ),
    )
  return {
    app,
    questions,
    reads: () => ({ ...reads }),
    async close() {
      await app.close()
      await hints.close()
    },
  }
}

/** `first`, `middle`, `newest`: another record in the place of that of the fixture. */
const places = { first: 0.1, middle: 0.5, newest: 1 } as const

type Others = ReadonlyMap<string, Record<keyof typeof places, string>>

/** For each id that a row has in the first rows of its table: ids of later rows, in the order in which they were written. */
async function otherRecords(database: Database): Promise<Others> {
  const others = new Map<string, Record<keyof typeof places, string>>()
  await database.platform(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and udt_name = 'uuid'
        and table_name in (select relname from pg_class where relkind = 'r')`.execute(tx)
    for (const { name } of tables) {
      const { rows } = await sql<{ first: string[]; chosen: string[] }>`
        with rows as materialized (select id, row_number() over (order by ctid) as n, count(*) over () as count from ${sql.table(name)})
        select array(select id::text from rows where n <= 12 order by n) as first,
          array(select r.id::text from unnest(${sql.val(Object.values(places))}::float[]) with ordinality p(place, nth) join rows r on r.n = greatest(1, ceil(r.count * p.place)) order by nth) as chosen`.execute(
        tx,
      )
      const { first, chosen } = rows[0]!
      // A table that the filler left alone has no other records.
      if (first.length < 12) continue
      for (const id of first) others.set(id, { first: chosen[0]!, middle: chosen[1]!, newest: chosen[2]! })
    }
  })
  return others
}

/** As a screen opens; about one day; with all filters of the fixture. Each with the record of the fixture and with others. */
function variantsOf({ endpoint }: NamedEndpoint, fixture: CallFixture, others: Others): [string, CallFixture][] {
  const shape = endpoint.query?.shape ?? {}
  const given = Object.entries(fixture.query ?? {})
  const required = Object.fromEntries(given.filter(([key]) => !shape[key]?.safeParse(undefined).success))
  const ofDay = Object.fromEntries(['from', 'to', 'day'].filter((key) => key in shape).map((key) => [key, day]))
  const isDated = Object.keys(ofDay).length > 0
  // A file of all years is read by nobody but an export.
  const isPaged = !isDated || !endpoint.csv
  const queries: Record<string, Record<string, unknown>> = {
    ...(isDated ? { 'one day': { ...required, ...ofDay } } : {}),
    ...(isPaged ? { page: required } : {}),
    ...(given.length > Object.keys(required).length ? { filtered: { ...Object.fromEntries(given), ...ofDay } } : {}),
  }
  return Object.entries(queries).flatMap(([name, query]) => {
    const request = { ...fixture, query }
    const text = JSON.stringify(request)
    const known = [...others.keys()].filter((id) => text.includes(id))
    if (known.length === 0) return [[name, request] as [string, CallFixture]]
    return [
      [name, request] as [string, CallFixture],
      ...(Object.keys(places) as (keyof typeof places)[]).map((place): [string, CallFixture] => [
        `${name}, ${place}`,
        JSON.parse(known.reduce((said, id) => said.replaceAll(id, others.get(id)![place]), text)) as CallFixture,
      ]),
    ]
  })
}

/** Items of a list, lines of a file, or one record. */
function returnedBy(body: string): number {
  if (!body.startsWith('{') && !body.startsWith('[')) return Math.max(1, body.split('\n').length - 1)
  const answer = JSON.parse(body) as unknown
  if (Array.isArray(answer)) return Math.max(1, answer.length)
  const { items } = answer as { items?: unknown }
  return Array.isArray(items) ? Math.max(1, items.length) : 1
}

/**
 * The same database; what each of its transactions reads is added to `reads`. `byIndex`: as the plans of a large shop,
 * where reading a whole table for one record never is the cheapest.
 */
function counting(database: Database, reads: Reads, byIndex: boolean): Database {
  const counted =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      if (byIndex)
        for (const plan of ['seqscan', 'hashjoin', 'mergejoin'])
          await sql.raw(`set local enable_${plan} = off`).execute(tx)
      const before = await readsOf(tx)
      const answer = await work(tx)
      const after = await readsOf(tx)
      reads.rows += after.rows - before.rows
      reads.pages += after.pages - before.pages
      return answer
    }
  return {
    ...database,
    read: (pharmacyId, work) => database.read(pharmacyId, counted(work)),
    write: (pharmacyId, work) => database.write(pharmacyId, counted(work)),
    platform: (work) => database.platform(counted(work)),
  }
}

/** Of our tables, their indexes and what they keep apart; what earlier transactions of the connection read may be in it. */
async function readsOf(tx: Tx): Promise<Reads> {
  const { rows } = await sql<Reads>`
    select coalesce(sum(pg_stat_get_xact_tuples_returned(oid)), 0)::int as rows, coalesce(sum(pg_stat_get_xact_blocks_fetched(oid)), 0)::int as pages
    from pg_class where relkind in ('r', 'i', 't') and relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace)`.execute(
    tx,
  )
  return rows[0]!
}
