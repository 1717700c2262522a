/**
 * `npm run bench:sales`: how fast a 3-line cash sale is closed, over HTTP with kept connections, on PGlite and on PostgreSQL (fsync on), beside a bare
 * Fastify + pg handler that writes the same rows. Each case stops after a number of sales or of seconds, whichever comes first.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NewSale } from '#shared/contract/sales.ts'
import { shopOf, type Shop } from '#tests/server/support/shop.ts'
import { openCluster } from './postgres-cluster.ts'
import type { ServerArguments } from './sales-server.ts'

type Kind = 'ours' | 'bare'
type Result = { perSecond: number; p50: number; p95: number; p99: number; errors: number; sales: number }

const limits = { sales: 3_000, seconds: 5, warmUp: 150 }
const shops = Array.from({ length: 8 }, (_, index) => `bench ${index}`)
const cases = [
  { title: '1 client', clients: 1, pharmacies: 1 },
  { title: '8 clients, 8 pharmacies', clients: 8, pharmacies: 8 },
  { title: '8 clients, 1 pharmacy', clients: 8, pharmacies: 1 },
]

async function main(): Promise<void> {
  await measureEngine('PGlite (with its fsynced journal)', null)
  const cluster = await openCluster()
  if (!cluster) return console.log('\nPostgreSQL: its binaries are not installed here, skipped')
  try {
    await measureEngine('PostgreSQL (fsync on)', cluster.url)
  } finally {
    await cluster.stop()
  }
}

async function measureEngine(title: string, url: string | null): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'officine-bench-'))
  try {
    // ours first: it also makes the schema and the shops
    const results = { ours: await measureKind({ kind: 'ours', url, directory, shops }), bare: await measureKind({ kind: 'bare', url, directory, shops }) }
    print(title, results)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measureKind(setting: ServerArguments): Promise<Result[]> {
  const server = fork(fileURLToPath(new URL('sales-server.ts', import.meta.url)), [JSON.stringify(setting)])
  try {
    const url = await addressOf(server)
    const results: Result[] = []
    for (const { clients, pharmacies } of cases) {
      const till = (index: number): Till => ({ url, shop: shopOf(shops[index % pharmacies]!), agent: new Agent({ keepAlive: true, maxSockets: 1 }) })
      const tills = Array.from({ length: clients }, (_, index) => till(index))
      await sell(tills, { sales: limits.warmUp, seconds: limits.seconds })
      results.push(await sell(tills, limits))
      tills.forEach(({ agent }) => agent.destroy())
    }
    return results
  } finally {
    await stopped(server)
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('message', (message: string) => resolve(message))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)))
  })
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

type Till = { url: string; shop: Shop; agent: Agent }

/** Every till sells, one sale after the other, until together they sold enough or the time is up. */
async function sell(tills: readonly Till[], { sales, seconds }: { sales: number; seconds: number }): Promise<Result> {
  const durations: number[] = []
  let begun = 0
  let errors = 0
  const startedAt = performance.now()
  const isOver = (): boolean => begun >= sales || performance.now() - startedAt > seconds * 1000
  const work = async (till: Till): Promise<void> => {
    while (!isOver()) {
      begun++
      const body = JSON.stringify(saleOf(till.shop))
      const sentAt = performance.now()
      if ((await post(till, body)) !== 201) errors++
      durations.push(performance.now() - sentAt)
    }
  }
  await Promise.all(tills.map(work))
  const elapsed = (performance.now() - startedAt) / 1000
  durations.sort((a, b) => a - b)
  const percentile = (share: number): number => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? Number.NaN
  return { perSecond: durations.length / elapsed, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99), errors, sales: durations.length }
}

function post({ url, shop, agent }: Till, body: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), authorization: `Bearer ${shop.vendeur.token}`, 'x-pharmacy': shop.id }
    const sending = request(`${url}/api/sales`, { method: 'POST', agent, headers }, (response) => response.resume().once('end', () => resolve(response.statusCode)))
    sending.once('error', () => resolve(undefined))
    sending.end(body)
  })
}

function saleOf(shop: Shop): NewSale {
  const prices = [1000, 1500, 2005]
  const records = prices.map((price, index) => ({ id: randomUUID(), stockItemId: shop.lots[index]!, label: `Médicament ${index}`, quantity: 1, price }))
  const total = 4505
  return {
    id: randomUUID(), revision: 1, identifier: 'B1-1', terminalId: shop.terminal.id, sessionId: shop.vendeur.sessionId, sellerId: shop.vendeur.id, sellerRoles: shop.vendeur.roles,
    soldAt: new Date().toISOString(), registerId: shop.registerId, patientId: null, records, vouchers: [], payments: [{ id: randomUUID(), type: 'CASH', amount: total, tendered: 5000 }], total, rounding: 0,
  }
}

function print(title: string, results: Record<Kind, Result[]>): void {
  console.log(`\n${title}`)
  console.log('case                     |        |  sales/s |   p50 ms |   p95 ms |   p99 ms | sales | errors')
  cases.forEach((each, index) => {
    const [ours, bare] = [results.ours[index]!, results.bare[index]!]
    for (const [kind, result] of [['ours', ours], ['bare', bare]] as const) console.log(row(each.title, kind, result))
    console.log(`${' '.repeat(24)} | ratio  | ${cell(ours.perSecond / bare.perSecond, 2)} | ${cell(ours.p50 / bare.p50, 2)} | ${cell(ours.p95 / bare.p95, 2)} | ${cell(ours.p99 / bare.p99, 2)} |`)
  })
}

function row(title: string, kind: Kind, { perSecond, p50, p95, p99, sales, errors }: Result): string {
  return `${title.padEnd(24)} | ${kind.padEnd(6)} | ${cell(perSecond, 0)} | ${cell(p50, 2)} | ${cell(p95, 2)} | ${cell(p99, 2)} | ${String(sales).padStart(5)} | ${String(errors).padStart(6)}`
}

function cell(value: number, decimals: number): string {
  return value.toFixed(decimals).padStart(8)
}

await main()
