/**
 * `npm run bench:sales` measures how fast a cash sale of 3 lines is closed, over HTTP with keep-alive, on the embedded
 * PostgreSQL (fsync on), compared with a bare Fastify + pg handler that writes the same rows. Both run alternately, in
 * short rounds, so that other load of the machine affects both.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NewSale } from '#shared/contract/sales.ts'
import { shopOf, type Shop } from '#tests/server/support/shop.ts'
import { startCluster } from '#tests/support/cluster.ts'
import type { ServerArguments } from './sales-server.ts'

type Kind = 'ours' | 'bare'
type Sold = { durations: number[]; seconds: number; errors: number }
type Result = { perSecond: number; p50: number; p95: number; p99: number; errors: number; sales: number }

const kinds: readonly Kind[] = ['ours', 'bare']
const rounds = 4
const roundSeconds = 1.2
const warmUpSeconds = 0.8
const shops = Array.from({ length: 8 }, (_, index) => `bench ${index}`)
const cases = [
  { title: '1 client', clients: 1, pharmacies: 1 },
  { title: '8 clients, 8 pharmacies', clients: 8, pharmacies: 8 },
  { title: '8 clients, 1 pharmacy', clients: 8, pharmacies: 1 },
]

async function main(): Promise<void> {
  const cluster = await startCluster({ durable: true })
  const servers: Running[] = []
  try {
    for (const kind of kinds) servers.push(await start({ kind, url: cluster.url, shops: kind === 'bare' ? [] : shops }))
    print(
      `Embedded PostgreSQL, fsync on; one sync of this disk takes ${(await syncTime()).toFixed(2)} ms at p50`,
      await measure(servers),
    )
  } finally {
    for (const server of servers) await stopped(server.process)
    await cluster.stop()
  }
}

/** The time of one file sync on this idle machine, in ms: no durable answer can be faster. */
async function syncTime(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'officine-bench-'))
  const file = await open(join(directory, 'sync'), 'a')
  const durations: number[] = []
  for (let write = 0; write < 200; write++) {
    const startedAt = performance.now()
    await file.appendFile('x'.repeat(2_000))
    await file.datasync()
    durations.push(performance.now() - startedAt)
  }
  await file.close()
  rmSync(directory, { recursive: true, force: true })
  return durations.sort((a, b) => a - b)[100] ?? Number.NaN
}

type Running = { kind: Kind; process: ChildProcess; url: string }

async function start(setting: ServerArguments): Promise<Running> {
  const server = fork(fileURLToPath(new URL('sales-server.ts', import.meta.url)), [JSON.stringify(setting)])
  return { kind: setting.kind, process: server, url: await addressOf(server) }
}

async function measure(servers: readonly Running[]): Promise<Record<Kind, Result>[]> {
  const results: Record<Kind, Result>[] = []
  for (const { clients, pharmacies } of cases) {
    const tillsOf = ({ url }: Running): Till[] =>
      Array.from({ length: clients }, (_, index) => ({
        url,
        shop: shopOf(shops[index % pharmacies]!),
        agent: new Agent({ keepAlive: true, maxSockets: 1 }),
      }))
    const tills = servers.map((server) => ({ kind: server.kind, tills: tillsOf(server) }))
    for (const { tills: own } of tills) await sell(own, warmUpSeconds)
    const sold: Record<Kind, Sold[]> = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round++)
      for (const { kind, tills: own } of tills) sold[kind].push(await sell(own, roundSeconds))
    results.push({ ours: resultOf(sold.ours), bare: resultOf(sold.bare) })
    for (const { tills: own } of tills) own.forEach(({ agent }) => agent.destroy())
  }
  return results
}

function resultOf(sold: readonly Sold[]): Result {
  const durations = sold.flatMap((round) => round.durations).sort((a, b) => a - b)
  const percentile = (share: number): number =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? Number.NaN
  const seconds = sold.reduce((sum, round) => sum + round.seconds, 0)
  return {
    perSecond: durations.length / seconds,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    errors: sold.reduce((sum, round) => sum + round.errors, 0),
    sales: durations.length,
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

/** Every till sells, one sale after the other, until the time is up. */
async function sell(tills: readonly Till[], seconds: number): Promise<Sold> {
  const durations: number[] = []
  let errors = 0
  const startedAt = performance.now()
  const work = async (till: Till): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      const body = JSON.stringify(saleOf(till.shop))
      const sentAt = performance.now()
      if ((await post(till, body)) !== 201) errors++
      durations.push(performance.now() - sentAt)
    }
  }
  await Promise.all(tills.map(work))
  return { durations, seconds: (performance.now() - startedAt) / 1000, errors }
}

function post({ url, shop, agent }: Till, body: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${shop.vendeur.token}`,
      'x-pharmacy': shop.id,
    }
    const sending = request(`${url}/api/sales`, { method: 'POST', agent, headers }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode)),
    )
    sending.once('error', () => resolve(undefined))
    sending.end(body)
  })
}

function saleOf(shop: Shop): NewSale {
  const prices = [1000, 1500, 2003]
  const records = prices.map((price, index) => ({
    id: randomUUID(),
    stockItemId: shop.lots[index]!,
    label: `Médicament ${index}`,
    quantity: 1,
    price,
  }))
  const total = 4503
  return {
    id: randomUUID(),
    revision: 1,
    identifier: 'B1-1',
    terminalId: shop.terminal.id,
    sessionId: shop.vendeur.sessionId,
    sellerId: shop.vendeur.id,
    sellerRoles: shop.vendeur.roles,
    soldAt: new Date().toISOString(),
    registerId: shop.registerId,
    patientId: null,
    records,
    vouchers: [],
    payments: [{ id: randomUUID(), type: 'CASH', amount: 4505, tendered: 5000 }],
    total,
    rounding: -2,
  }
}

function print(title: string, results: readonly Record<Kind, Result>[]): void {
  console.log(`\n${title}`)
  console.log('case                     |        |  sales/s |   p50 ms |   p95 ms |   p99 ms | sales | errors')
  cases.forEach((each, index) => {
    const { ours, bare } = results[index]!
    for (const [kind, result] of [
      ['ours', ours],
      ['bare', bare],
    ] as const)
      console.log(row(each.title, kind, result))
    console.log(
      `${' '.repeat(24)} | ratio  | ${cell(ours.perSecond / bare.perSecond, 2)} | ${cell(ours.p50 / bare.p50, 2)} | ${cell(ours.p95 / bare.p95, 2)} | ${cell(ours.p99 / bare.p99, 2)} |`,
    )
  })
}

function row(title: string, kind: Kind, { perSecond, p50, p95, p99, sales, errors }: Result): string {
  return `${title.padEnd(24)} | ${kind.padEnd(6)} | ${cell(perSecond, 0)} | ${cell(p50, 2)} | ${cell(p95, 2)} | ${cell(p99, 2)} | ${String(sales).padStart(5)} | ${String(errors).padStart(6)}`
}

function cell(value: number, decimals: number): string {
  return value.toFixed(decimals).padStart(8)
}

await main()
