import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Sale } from '#shared/contract/sales.ts'
import type { Engine } from '#shared/contract/engine.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { spawnProgram, type ServerProcess } from '#tests/server/support/server-process.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { shopOf, testProject, type Shop } from '#tests/server/support/shop.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

type Answer = { status: number; body: { message?: string } & Record<string, unknown>; generation: string }

/** A shop with two computers, each a program of its own. */
export type StandbyShop = {
  shop: Shop
  room: string
  first: Computer
  second: Computer
  /** Six words of the first computer, asked by the owner. */
  words(): Promise<string>
  /** Waits until the second computer has everything. */
  isFollowed(): Promise<void>
}

export type Computer = {
  port: number
  standbyPort: number
  dataDirectory: string
  program: ServerProcess | undefined
  start(args?: readonly string[], environment?: Record<string, string>): Promise<ServerProcess>
  /** Nothing is sent to the second computer any more, while sales go on. */
  silence(): Promise<void>
  /** As a power cut: the program and its PostgreSQL end at once. */
  kill(): Promise<void>
  ask(path: string, options?: { token?: string; method?: string; body?: object; known?: string }): Promise<Answer>
  sell(sale?: ReturnType<typeof aSale>, known?: string): Promise<Answer>
  standby(): Promise<NonNullable<NonNullable<Engine['standby']>['paired']> | null>
}

/** `name` makes the shop. The second computer is not paired yet. */
export async function standbyShop(name: string): Promise<StandbyShop> {
  const room = newDataDirectory('standby')
  onTestFinished(() => removeDataDirectory(room))
  const shop = shopOf(name)
  const first = await aComputer(room, 'first', shop, ['tests/server/support/shop-process.ts', name])
  const second = await aComputer(room, 'second', shop, ['src/server/standby.ts'])
  await first.start()
  return {
    shop,
    room,
    first,
    second,
    async words() {
      const { status, body } = await first.ask('/pharmacies/standby/pairing', { token: shop.titulaire.token, body: {} })
      expect(status).toBe(200)
      return String(body.words)
    },
    async isFollowed() {
      await expect
        .poll(() => first.standby(), { timeout: 400_000, interval: 100 })
        .toMatchObject({ awaySince: null, lagBytes: 0, isLost: false })
    },
  }
}

async function aComputer(room: string, name: string, shop: Shop, [file = '', ...args]: string[]): Promise<Computer> {
  const [port, standbyPort] = [await freePort(), await freePort()]
  const dataDirectory = join(room, name)
  mkdirSync(dataDirectory)
  const data = join(dataDirectory, 'postgresql', 'data')
  const killPostgres = async (): Promise<void> => {
    for (const pid of (await processesOn(data).catch(() => [])) ?? [])
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
  }
  const computer: Computer = {
    port,
    standbyPort,
    dataDirectory,
    program: undefined,
    async start(more = [], environment = {}) {
      const program = spawnProgram(
        file,
        {
          DATA_DIRECTORY: dataDirectory,
          PORT: String(port),
          STANDBY_PORT: String(standbyPort),
          NODE_ENV: 'test',
          FIREBASE_PROJECT_ID: testProject,
          FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
          LOG_LEVEL: 'error',
          ...environment,
        },
        [...args, ...more],
      )
      computer.program = program
      onTestFinished(async () => {
        await program.end('SIGKILL')
        await killPostgres()
      })
      await Promise.race([
        expect.poll(program.output, { timeout: 400_000, interval: 20 }).toMatch(/^open$|suit le premier/m),
        program.ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${program.output()}`))),
      ])
      return program
    },
    async silence() {
      for (const pid of (await processesOn(data)) ?? [])
        if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('walsender'))
          process.kill(pid, 'SIGSTOP')
    },
    async kill() {
      await Promise.all([computer.program?.end('SIGKILL'), killPostgres()])
    },
    async ask(path, { token = shop.vendeur.token, method = 'POST', body, known } = {}) {
      const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        ...(body ? { method, body: JSON.stringify(body) } : {}),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(known ? { 'x-generation': known } : {}),
        },
      })
      return {
        status: reply.status,
        body: (await reply.json()) as Answer['body'],
        generation: reply.headers.get('x-generation') ?? '',
      }
    },
    sell: (sale = aSale(shop, { lines: [lineOf(shop, 0)] }), known) =>
      computer.ask('/sales', { body: sale, ...(known ? { known } : {}) }),
    async standby() {
      const { body } = await computer.ask('/pharmacies/engine', { token: shop.titulaire.token })
      return (body as unknown as Engine).standby?.paired ?? null
    },
  }
  return computer
}

export const saleOf = ({ body }: Answer): Sale => body as unknown as Sale
