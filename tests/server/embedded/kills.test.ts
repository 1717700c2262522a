import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { NewSale, Sale } from '#shared/contract/sales.ts'
import { openDatabase } from '#server/db/database.ts'
import { processesOn, readPostmaster } from '#server/db/embedded/postmaster-file.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { spawnProgram, type ServerProcess } from '#tests/server/support/server-process.ts'
import { shopOf, testProject } from '#tests/server/support/shop.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'
import { freePort } from '#server/db/embedded/free-port.ts'

const clients = 8
const salesOfRound = 200
/** What is killed, by turns: our process, PostgreSQL with all its processes, its first process alone, and both. */
const victims = ['ours', 'postgres', 'postmaster', 'both'] as const
const rounds = Number(process.env.OFFICINE_KILLS ?? victims.length)

test.skipIf(process.platform !== 'linux')(
  'killed in the middle of 200 closings by 8 clients, the shop has every sale that was acknowledged, once',
  async () => {
    const directory = newDataDirectory('kills')
    onTestFinished(() => removeDataDirectory(directory))
    const data = join(directory, 'postgresql', 'data')
    const shop = shopOf('killed')
    const port = await freePort()
    const start = async (): Promise<ServerProcess> => {
      const server = spawnProgram(
        'tests/server/support/shop-process.ts',
        {
          DATA_DIRECTORY: directory,
          PORT: String(port),
          NODE_ENV: 'test',
          FIREBASE_PROJECT_ID: testProject,
          FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
          LOG_LEVEL: 'error',
        },
        ['killed'],
      )
      await Promise.race([
        expect.poll(server.output, { timeout: 100_000, interval: 20 }).toContain('open\n'),
        server.ended.then((code) => Promise.reject(new Error(`the server ended with ${code}: ${server.output()}`))),
      ])
      return server
    }
    let server = await start()
    onTestFinished(async () => {
      if (server.output().includes('internal error')) process.stderr.write(server.output())
      await server.end('SIGKILL')
      for (const pid of (await processesOn(data).catch(() => [])) ?? []) process.kill(pid, 'SIGKILL')
    })
    const acknowledged = new Map<string, Sale>()
    const backAfterMs: number[] = []

    /** Sends a sale until it is acknowledged, as a terminal does. */
    const close = async (sale: NewSale): Promise<void> => {
      for (;;) {
        const answer = await post(`http://127.0.0.1:${port}/api/sales`, sale, shop.vendeur.token)
        if (answer) return void acknowledged.set(sale.id, answer)
        await new Promise((again) => setTimeout(again, 20))
      }
    }
    const sell = async (count: number): Promise<void> => {
      for (let sold = 0; sold < count; sold++) await close(aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] }))
    }
    for (let round = 0; round < rounds; round++) {
      const victim = victims[round % victims.length]!
      const before = acknowledged.size
      const selling = Promise.all(Array.from({ length: clients }, () => sell(salesOfRound / clients)))
      // another moment of the rush in each round
      const moment = before + 20 + ((round * 37) % 150)
      await expect.poll(() => acknowledged.size, { timeout: 100_000, interval: 1 }).toBeGreaterThanOrEqual(moment)
      const killedAt = performance.now()
      if (victim === 'postgres' || victim === 'both')
        for (const pid of (await processesOn(data))!) process.kill(pid, 'SIGKILL')
      if (victim === 'postmaster') process.kill((await readPostmaster(data))!.pid, 'SIGKILL')
      if (victim === 'ours' || victim === 'both') {
        await server.end('SIGKILL')
        server = await start()
      }
      const count = acknowledged.size
      await expect.poll(() => acknowledged.size, { timeout: 100_000, interval: 5 }).toBeGreaterThan(count)
      backAfterMs.push(Math.round(performance.now() - killedAt))
      await selling
      expect(acknowledged.size).toBe(before + salesOfRound)
    }
    await server.end('SIGTERM')

    const database = await openDatabase({ directory: join(directory, 'postgresql') })
    onTestFinished(() => database.close())
    const stored = await database.read(shop.id, (tx) =>
      tx.selectFrom('sales').select(['id', 'number', 'total']).orderBy('number').execute(),
    )
    expect(stored).toEqual(
      [...acknowledged.values()]
        .map(({ id, number, total }) => ({ id, number, total }))
        .toSorted((a, b) => a.number - b.number),
    )
    expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1))
    expect(await brokenLedgers(database, shop.id)).toEqual([])
    process.stdout.write(`${rounds} kills, ${stored.length} sales: sold again after ${backAfterMs.join(', ')} ms\n`)
  },
  // Far above what it takes: each kill has its start.
  120_000 + rounds * 60_000,
)

async function post(url: string, sale: NewSale, token: string): Promise<Sale | undefined> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(sale),
    })
    if (reply.status === 201) return (await reply.json()) as Sale
    const refusal = await reply.text()
    // a database that is away refuses nothing: it is asked again
    if (reply.status !== 503) throw new TypeError(`answered ${reply.status} ${refusal}`, { cause: 'refused' })
    return undefined
  } catch (error) {
    if ((error as Error).cause === 'refused') throw error
    return undefined
  }
}
