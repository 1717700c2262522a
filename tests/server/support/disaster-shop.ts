import { mkdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { Engine } from '#shared/contract/engine.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { readLines, shopFolders } from '#server/backup/medium.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { restore } from '#server/backup/restore.ts'
import type { Database } from '#server/db/database.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { ledgersOf, openServer } from '#tests/server/support/backed-shop.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { spawnProgram, type ServerProcess } from '#tests/server/support/server-process.ts'
import { shopOf, testProject } from '#tests/server/support/shop.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const name = 'disasters'
const answerMs = 120_000

/**
 * A till as its window keeps sales: what it made goes until it is answered, and what was answered is kept, because a
 * server that was restored may lack it.
 */
class Till {
  readonly #waiting: NewSale[] = []
  readonly #answered = new Map<string, { sale: NewSale; at: number }>()
  #isSelling = false
  #rush: Promise<void> = Promise.resolve()

  constructor(
    private readonly make: () => NewSale,
    private readonly post: (sale: NewSale) => Promise<boolean>,
  ) {}

  get made(): string[] {
    return [...this.#answered.keys(), ...this.#waiting.map(({ id }) => id)]
  }

  get answered(): number {
    return this.#answered.size
  }

  /** The sales that were answered after a moment. */
  answeredAfter(moment: number): number {
    return [...this.#answered.values()].filter(({ at }) => at > moment).length
  }

  begin(): void {
    this.#isSelling = true
    this.#rush = this.#sell()
  }

  /** Makes no more sales; resolves when all it made are answered. */
  async drain(): Promise<void> {
    this.#isSelling = false
    await this.#rush
  }

  /** Sends everything again, as after a new epoch of the lists. */
  async sendAgain(): Promise<void> {
    for (const { sale } of this.#answered.values())
      await expect.poll(() => this.post(sale), { timeout: answerMs }).toBe(true)
  }

  async #sell(): Promise<void> {
    while (this.#isSelling || this.#waiting.length > 0) {
      if (this.#isSelling && this.#waiting.length < 5) this.#waiting.push(this.make())
      const sale = this.#waiting[0]!
      if (await this.post(sale)) {
        this.#answered.set(sale.id, { sale, at: Date.now() })
        this.#waiting.shift()
      }
      await pause(20)
    }
  }
}

/** `loggedUntil`: what the restore said. `diedAt` and that moment are apart by the loss. */
export type Loss = { ms: number; answered: number }

/** A shop of one server in a process of its own, its medium, and tills that never lose a sale. */
export class DisasterShop {
  readonly #root = newDataDirectory(name)
  readonly #shop = shopOf(name)
  readonly medium = join(this.#root, 'medium')
  readonly #tills: Till[]
  #dataDirectory = join(this.#root, 'data-0')
  #directories = 1
  #server: ServerProcess | undefined
  #port = 0

  constructor(tills: number) {
    mkdirSync(this.medium)
    this.#tills = Array.from(
      { length: tills },
      () =>
        new Till(
          () => aSale(this.#shop, { lines: [lineOf(this.#shop, 0), lineOf(this.#shop, 1)] }),
          (sale) => this.#post(sale),
        ),
    )
    onTestFinished(async () => {
      await this.#server?.end('SIGKILL')
      await this.killPostgres()
      removeDataDirectory(this.#root)
    })
  }

  get root(): string {
    return this.#root
  }

  get data(): string {
    return join(this.#dataDirectory, 'postgresql', 'data')
  }

  async start(): Promise<void> {
    this.#port ||= await freePort()
    const server = spawnProgram(
      'tests/server/support/shop-process.ts',
      {
        DATA_DIRECTORY: this.#dataDirectory,
        BACKUP_DIRECTORY: this.medium,
        PORT: String(this.#port),
        NODE_ENV: 'test',
        FIREBASE_PROJECT_ID: testProject,
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
        LOG_LEVEL: 'error',
      },
      [name],
    )
    this.#server = server
    await Promise.race([
      expect.poll(server.output, { timeout: answerMs, interval: 20 }).toContain('open\n'),
      server.ended.then((code) => Promise.reject(new Error(`the server ended with ${code}: ${server.output()}`))),
    ])
  }

  beginRush(): void {
    for (const till of this.#tills) till.begin()
  }

  /** Waits until so many sales more were answered. */
  async sold(count: number): Promise<void> {
    const answered = (): number => this.#tills.reduce((sum, till) => sum + till.answered, 0)
    const before = answered()
    await expect.poll(answered, { timeout: answerMs, interval: 5 }).toBeGreaterThanOrEqual(before + count)
  }

  async endRush(): Promise<void> {
    await Promise.all(this.#tills.map((till) => till.drain()))
  }

  async killOurs(): Promise<void> {
    await this.#server?.end('SIGKILL')
  }

  async killPostgres(): Promise<void> {
    for (const pid of (await processesOn(this.data).catch(() => [])) ?? []) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }

  async killBoth(): Promise<void> {
    await Promise.all([this.killOurs(), this.killPostgres()])
  }

  /**
   * Waits until the medium that is in its place now has a base and follows what is sold; for two seconds the server may
   * not yet have seen that it is another one.
   */
  async isFollowed(): Promise<void> {
    const newest = async () => {
      const [folder] = await shopFolders(this.medium)
      const line = folder ? (await readLines(folder)).at(-1) : undefined
      return { bases: line?.bases.length ?? 0, logged: line?.logs.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0 }
    }
    const { logged } = await newest()
    const follows = async (): Promise<boolean> => {
      const now = await newest()
      return now.bases > 0 && now.logged > logged
    }
    await expect.poll(follows, { timeout: answerMs, interval: 200 }).toBe(true)
  }

  /** Waits until the medium has everything that was committed; nobody sells. */
  async isStored(): Promise<void> {
    await this.#backupIs({ lagBytes: 0, newestBaseAt: expect.any(String) as string, fault: null })
  }

  async faultIs(fault: string): Promise<void> {
    await this.#backupIs({ fault })
  }

  async isAway(): Promise<void> {
    await this.#backupIs({ awaySince: expect.any(String) as string })
  }

  /**
   * The computer is gone: what the medium has is restored into a new folder, a person confirms it, and the tills send
   * again what they made. From then on it is the shop. The server must be dead.
   */
  async restoreElsewhere(diedAt: number): Promise<Loss> {
    const key = await recoveryKeyOf(this.#dataDirectory)
    const former = this.#dataDirectory
    this.#dataDirectory = join(this.#root, `data-${this.#directories++}`)
    const { loggedUntil } = await restore({ from: this.medium, to: this.#dataDirectory, key })
    await rm(former, { recursive: true })
    await this.start()
    const reply = await this.#fetch('/pharmacies/copy/confirm', this.#shop.titulaire.token, { method: 'POST' })
    expect(reply?.ok).toBe(true)
    await Promise.all(this.#tills.map((till) => till.sendAgain()))
    return {
      ms: Math.max(0, diedAt - loggedUntil.getTime()),
      answered: this.#tills.reduce((sum, till) => sum + till.answeredAfter(loggedUntil.getTime()), 0),
    }
  }

  /** Ends the server cleanly and judges what is stored; `then` sees the ledgers, and the server starts again. */
  async judge(then: (ledgers: Record<string, string>) => Promise<void>): Promise<void> {
    expect(await this.#server!.end('SIGTERM')).toBe(0)
    const server = await openServer(this.#dataDirectory)
    try {
      expect(await this.brokenIn(server.database)).toEqual([])
      await then(await ledgersOf(server.database))
    } finally {
      await server.close()
    }
    await this.start()
  }

  /** What the medium holds now, restored into a folder of its own. */
  async ledgersOfMedium(): Promise<Record<string, string>> {
    const to = join(this.#root, 'looked-at')
    await restore({ from: this.medium, to, key: await recoveryKeyOf(this.#dataDirectory) })
    const server = await openServer(to)
    try {
      return await ledgersOf(server.database)
    } finally {
      await server.close()
      await rm(to, { recursive: true })
    }
  }

  /** Another medium in the same place; the former lies beside it. */
  async exchangeMedium(): Promise<string> {
    const former = join(this.#root, `medium-${this.#directories++}`)
    await rename(this.medium, former)
    mkdirSync(this.medium)
    return former
  }

  /** The broken laws of the ledgers, and sales that are not those which the tills made. Numbers may jump. */
  private async brokenIn(database: Database): Promise<string[]> {
    const laws = await brokenLedgers(database, this.#shop.id)
    const stored = await database.read(this.#shop.id, (tx) => tx.selectFrom('sales').select(['id', 'number']).execute())
    const made = new Set(this.#tills.flatMap((till) => till.made))
    const ids = new Set(stored.map(({ id }) => id))
    return [
      ...laws.filter((what) => !/^(the counters? |numbers have gaps)/.test(what)),
      ...[...made].filter((id) => !ids.has(id)).map((id) => `sale ${id} is lost`),
      ...[...ids].filter((id) => !made.has(id)).map((id) => `sale ${id} was made by nobody`),
      ...(ids.size === stored.length ? [] : ['a sale is stored twice']),
      ...(new Set(stored.map(({ number }) => number)).size === stored.length ? [] : ['a number was given twice']),
    ]
  }

  async #backupIs(wanted: Record<string, unknown>): Promise<void> {
    const status = async (): Promise<unknown> => {
      const reply = await this.#fetch('/pharmacies/engine', this.#shop.titulaire.token)
      return reply?.ok ? ((await reply.json()) as Engine).backup : `answered ${reply?.status}`
    }
    await expect.poll(status, { timeout: answerMs, interval: 100 }).toMatchObject(wanted)
  }

  async #post(sale: NewSale): Promise<boolean> {
    const body = JSON.stringify(sale)
    const reply = await this.#fetch('/sales', this.#shop.vendeur.token, { method: 'POST', body })
    // Too many in a minute: a till waits, as without a network.
    if (reply && reply.status < 500 && reply.status !== 201 && reply.status !== 429)
      throw new Error(`refused: ${await reply.text()}`)
    return reply?.status === 201
  }

  async #fetch(path: string, token: string, { method = 'GET', body }: { method?: string; body?: string } = {}) {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    return fetch(`http://127.0.0.1:${this.#port}/api${path}`, {
      method,
      headers,
      body: body ?? null,
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined)
  }
}
