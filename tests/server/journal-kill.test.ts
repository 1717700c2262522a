import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Sale } from '#shared/contract/sales.ts'
import type { ReplayReport } from '#server/inbox/replay-journal.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { shopOf } from '#tests/server/support/shop.ts'

const server = fileURLToPath(new URL('support/journal-server.ts', import.meta.url))
const shop = shopOf('killed')

type Running = { process: ChildProcess; url: string; report: ReplayReport }

async function start(directory: string): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', server, directory, 'killed'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const line = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('\n')) resolve(said)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { process: child, ...(JSON.parse(line) as { url: string; report: ReplayReport }) }
}

async function kill({ process: child }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

async function post(url: string, sale: object): Promise<Sale | undefined> {
  const reply = await fetch(`${url}/api/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.vendeur.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sale),
  })
  return reply.status === 201 ? ((await reply.json()) as Sale) : undefined
}

// The journal belongs to PGlite; PostgreSQL has its own.
test.skipIf(inject('postgresUrl') !== undefined)(
  'killed in the rush and its database thrown away, the server starts again with every sale it had accepted',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'officine-killed-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const first = await start(directory)
    const accepted: Sale[] = []
    let killed = false
    const till = async (): Promise<void> => {
      while (!killed) {
        const answer = await post(first.url, aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] })).catch(
          () => undefined,
        )
        if (answer) accepted.push(answer)
        if (accepted.length >= 20 && !killed) {
          killed = true
          await kill(first)
        }
      }
    }
    await Promise.all([till(), till(), till(), till()])
    expect(accepted.length).toBeGreaterThanOrEqual(20)
    await rm(join(directory, 'pglite'), { recursive: true })

    const second = await start(directory)
    // one that was accepted but not answered yet may be there too
    expect(second.report.restored.length).toBeGreaterThanOrEqual(accepted.length)
    expect(second.report.pending).toEqual([])
    for (const sale of accepted) {
      const reply = await fetch(`${second.url}/api/sales/${sale.id}`, {
        headers: { authorization: `Bearer ${shop.vendeur.token}` },
      })
      expect(await reply.json()).toEqual(sale)
    }
    const next = await post(second.url, aSale(shop))
    expect(next?.number).toBe(second.report.restored.length + 1)
    await kill(second)
  },
  // Two servers with a database each start one after the other, beside other tests.
  300_000,
)
