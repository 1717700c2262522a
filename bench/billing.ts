/**
 * `npm run bench:billing`: a year of 40,000 vouchers billed for 30 payers at once, beside a tenth of it (how it grows),
 * the aged balance and the counts of the menu after one and three years of closed bills (flat as the past grows), a
 * bordereau of 500 vouchers as a file, and the reconciliation of 10,000 lines of a statement, on the embedded PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { billFileFormats } from '#shared/contract/bill-files.ts'
import { billRunJob } from '#server/bills/bill-run.repo.ts'
import { billRunJobs } from '#server/bills/bill-run-job.ts'
import { openHints } from '#server/hints/hints.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { usualRule } from '#server/bills/bill-rule.repo.ts'
import { bordereauFile, readBordereau } from '#server/bills/bordereau.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openShop, type Shop } from '#tests/server/support/shop.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { openBenchApi } from './support/bench-api.ts'
import { percentilesOf } from './support/percentiles.ts'
import { printTable } from './support/print-table.ts'

const vouchers = Number(process.env.BENCH_VOUCHERS ?? 40_000)
const payers = 30
const statementLines = 10_000
const runs = Number(process.env.BENCH_RUNS ?? 5)

const cluster = await startCluster({ durable: true })
try {
  const database = await openDatabase({ url: await cluster.create('billing') })
  try {
    const shop = await openShop(database, 'a year of vouchers')
    await measure(database, shop)
  } finally {
    await database.close()
  }
} finally {
  await cluster.stop()
}

async function measure(database: Database, shop: Shop): Promise<void> {
  const api = await openBenchApi(database)
  const jobs = aJobLoop({ database, hints: await openHints() }, { [billRunJob]: billRunJobs(database) })
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<number> => {
    const begin = performance.now()
    const reply = await api.app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${shop.titulaire.token}` },
      ...(body ? { payload: body } : {}),
    })
    if (reply.statusCode >= 300) throw new Error(`${path} answered ${reply.statusCode}: ${reply.body.slice(0, 300)}`)
    return performance.now() - begin
  }
  const usual = async (paths: readonly string[]): Promise<string[]> => {
    const found: string[] = []
    for (const path of paths) {
      const taken: number[] = []
      for (let run = 0; run < runs; run++) taken.push(await ask('GET', path))
      found.push(ms(percentilesOf(taken).p50))
    }
    return found
  }
  try {
    const payerIds = await insurers(database, shop)
    await ask('PUT', `bills/rules/${payerIds[0]}`, { ...usualRule, mostLines: 500 })
    const rows: string[][] = []
    const balances: string[][] = []
    for (const [year, count] of [
      [2023, vouchers / 10],
      [2024, vouchers],
      [2025, vouchers],
    ] as const) {
      await sell(database, shop, { payerIds, year, count: Math.round(count) })
      const period = { from: `${year}-01-01`, to: `${year}-12-31` }
      const proposing = await ask('GET', `bills/proposals?from=${period.from}&to=${period.to}`)
      const begin = performance.now()
      await ask('POST', 'bills', { id: randomUUID(), ...period, payerIds, withIncomplete: true })
      await jobs.runWaiting()
      const billing = performance.now() - begin
      rows.push([String(Math.round(count)), ms(proposing), ms(billing)])
      const open = await usual(['bills/aged', 'waiting-work'])
      await settleAll(database, shop)
      const closed = await usual(['bills/aged', 'waiting-work'])
      balances.push([`until ${year}`, open[0]!, closed[0]!, open[1]!, closed[1]!])
    }
    printTable(
      `A year billed for ${payers} payers (aim: 5,000 ms at ${vouchers})`,
      ['vouchers', 'proposals ms', 'bills ms'],
      rows,
    )
    await files(database, shop)
    await reconcile(database, shop, ask)
    printTable(
      'The aged balance, and the counts of the menu (aim: 200 ms, flat), p50 ms',
      ['past', 'balance, a year open', 'all closed', 'counts, a year open', 'all closed'],
      balances,
    )
  } finally {
    await api.close()
  }
}

/** The bordereau of 500 vouchers in each format. */
async function files(database: Database, shop: Shop): Promise<void> {
  const { rows } = await database.platform((tx) =>
    sql<{ id: string }>`select id from bills where pharmacy_id = ${shop.id} and (select count(*) from bill_lines l
      where l.pharmacy_id = bills.pharmacy_id and l.bill_id = bills.id) = 500 limit 1`.execute(tx),
  )
  if (!rows[0]) throw new Error('no bill has 500 vouchers')
  const table: string[][] = []
  for (const format of billFileFormats) {
    const taken: number[] = []
    for (let run = 0; run < runs; run++) {
      const begin = performance.now()
      const bordereau = await database.read(shop.id, (tx) => readBordereau(tx, shop.id, rows[0]!.id, new Date()))
      await bordereauFile(bordereau, format, { signal: new AbortController().signal })
      taken.push(performance.now() - begin)
    }
    table.push([format, ms(percentilesOf(taken).p50)])
  }
  printTable('A bordereau of 500 vouchers (aim for a PDF: 3,000 ms)', ['format', 'p50 ms'], table)
}

/**
 * A month of mobile money: nine in ten payments have their reference, one in a hundred was paid and not recorded, one in
 * a hundred recorded and not paid.
 */
async function reconcile(
  database: Database,
  shop: Shop,
  ask: (method: 'GET' | 'POST', path: string, body?: object) => Promise<number>,
): Promise<void> {
  await database.platform(async (tx) => {
    await sql`
      insert into register_movements (pharmacy_id, id, register_id, kind, type, amount, at, occurred_at, user_id, operator,
        client_id, note)
      select ${shop.id}, gen_random_uuid(), ${shop.registerId}, 'collection', 'MOBILE_MONEY', 500 + g % 700, o.at, o.at,
        ${shop.vendeur.id}, 'MTN', ${shop.patientId}, case when g % 10 > 0 then 'MP' || (5000000 + g) end
      from generate_series(1, ${statementLines}::int) g
        cross join lateral (select timestamptz '2026-01-01 08:00Z' + g * interval '4 minutes' as at) o`.execute(tx)
    await sql`analyze register_movements`.execute(tx)
  })
  const lines = Array.from({ length: statementLines }, (_, index) => {
    const g = index + 1
    const at = new Date(Date.UTC(2026, 0, 1, 8, 1 + g * 4))
    return {
      day: at.toISOString().slice(0, 10),
      minutes: at.getUTCHours() * 60 + at.getUTCMinutes(),
      reference: g % 100 === 0 ? `XX${9_000_000 + g}` : `MP ${5_000_000 + g}`,
      phone: '22997000011',
      label: 'Paiement',
      amount: g % 100 === 0 ? 9_999 : 500 + (g % 700),
    }
  })
  const id = randomUUID()
  const entering = await ask('POST', 'money-statements', { id, kind: 'mobile-money', account: 'MTN', lines })
  const reading = [await ask('GET', `money-statements/${id}`)]
  for (let run = 1; run < runs; run++) reading.push(await ask('GET', `money-statements/${id}`))
  const matching = await ask('POST', `money-statements/${id}/match`)
  printTable(
    `A statement of ${statementLines} lines (aim: 2,000 ms)`,
    ['entered and matched ms', 'read p50 ms', 'matched again ms'],
    [[ms(entering), ms(percentilesOf(reading).p50), ms(matching)]],
  )
}

async function insurers(database: Database, shop: Shop): Promise<string[]> {
  await database.platform((tx) =>
    sql`insert into cash_registers (pharmacy_id, id, opened_by, opened_at)
      values (${shop.id}, ${shop.registerId}, ${shop.vendeur.id}, '2023-01-01')`.execute(tx),
  )
  const ids = Array.from({ length: payers }, () => randomUUID())
  await database.platform((tx) =>
    sql`
      with made as (
        insert into companies (pharmacy_id, id, name) select ${shop.id}, c.id, 'Assureur ' || c.n
        from unnest(${ids}::uuid[]) with ordinality as c (id, n) returning id, name
      ), contract as (
        insert into contracts (pharmacy_id, id, company_id, label, default_coverage)
        select ${shop.id}, gen_random_uuid(), id, 'Agents', 80 from made returning id
      )
      insert into contract_policies (pharmacy_id, id, contract_id, beneficiary_id, number)
      select ${shop.id}, gen_random_uuid(), id, ${shop.patientId}, 'M' || left(id::text, 8) from contract`.execute(tx),
  )
  return ids
}

/** Sales of a year, each with a share of an insurer. */
async function sell(
  database: Database,
  shop: Shop,
  { payerIds, year, count }: { payerIds: readonly string[]; year: number; count: number },
): Promise<void> {
  await database.platform(async (tx) => {
    await sql`
      with policy as (
        select k.id, row_number() over (order by k.id) - 1 as n from contract_policies k join contracts c
          on c.pharmacy_id = k.pharmacy_id and c.id = k.contract_id
        where k.pharmacy_id = ${shop.id} and c.company_id = any(${[...payerIds]}::uuid[])
      ), last as (select coalesce(max(number), 0) as number from sales where pharmacy_id = ${shop.id}
      ), drawn as (
        select gen_random_uuid() as id, last.number + g as number, g,
          make_timestamptz(${year}, 1, 1, 8, 0, 0, 'UTC') + g * (interval '364 days' / ${count}::int) as at
        from generate_series(1, ${count}::int) g, last
      ), sold as (
        insert into sales (pharmacy_id, id, number, identifier, terminal_id, session_id, seller_id, seller_roles,
          register_id, patient_id, total, rounding, units, sold_at, received_at)
        select ${shop.id}, id, number, 'B1-' || number, ${shop.terminal.id}, ${shop.vendeur.sessionId}, ${shop.vendeur.id},
          '{}', ${shop.registerId}, ${shop.patientId}, 1000, 0, 1, at, at from drawn
      )
      insert into sale_payments (pharmacy_id, sale_id, id, position, type, amount, data, policy_id)
      select ${shop.id}, d.id, gen_random_uuid(), 0, 'INSURANCE', 500 + d.g % 400,
        jsonb_build_object('insuranceMetadata', jsonb_build_object('voucher', 'B' || d.number)), p.id
      from drawn d join policy p on p.n = d.g % ${payers}::int`.execute(tx)
    await sql`analyze sales, sale_payments, bill_lines, bill_settlements, bills`.execute(tx)
  })
}

async function settleAll(database: Database, shop: Shop): Promise<void> {
  await database.platform(async (tx) => {
    await sql`
      insert into bill_settlements (pharmacy_id, id, bill_id, sale_id, payment_id, kind, amount, settled_at)
      select l.pharmacy_id, gen_random_uuid(), l.bill_id, l.sale_id, l.payment_id, 'paid', l.amount, now()
      from bill_lines l join bills b on b.pharmacy_id = l.pharmacy_id and b.id = l.bill_id
      where b.pharmacy_id = ${shop.id} and b.status = 'open'`.execute(tx)
    await sql`update bills set status = 'closed' where pharmacy_id = ${shop.id}`.execute(tx)
    await sql`analyze bill_lines, bill_settlements, bills`.execute(tx)
  })
}

function ms(duration: number): string {
  return String(Math.round(duration))
}
