import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pharmacies } from '#shared/contract/users.ts'
import type { NewSale, Sale } from '#shared/contract/sales.ts'
import { sales } from '#shared/contract/sales.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { restore } from '#server/backup/restore.ts'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { openServer } from '#tests/server/support/backed-shop.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import { spawnProgram } from '#tests/server/support/server-process.ts'
import { shopOf, testProject } from '#tests/server/support/shop.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const clients = 4

test.skipIf(process.platform !== 'linux')(
  'the computer dies while it sells: what the medium has is a whole shop, and after the tills sent again no sale is lost or doubled',
  async () => {
    const root = newDataDirectory('backup-kills')
    onTestFinished(() => removeDataDirectory(root))
    const [dataDirectory, medium] = [join(root, 'data'), join(root, 'medium')]
    mkdirSync(medium)
    const data = join(dataDirectory, 'postgresql', 'data')
    const shop = shopOf('killed backup')
    const port = await freePort()
    const server = spawnProgram(
      'tests/server/support/shop-process.ts',
      {
        DATA_DIRECTORY: dataDirectory,
        BACKUP_DIRECTORY: medium,
        PORT: String(port),
        NODE_ENV: 'test',
        FIREBASE_PROJECT_ID: testProject,
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
        LOG_LEVEL: 'error',
      },
      ['killed backup'],
    )
    const killPostgres = async () => {
      for (const pid of (await processesOn(data).catch(() => [])) ?? []) process.kill(pid, 'SIGKILL')
    }
    onTestFinished(async () => {
      await server.end('SIGKILL')
      await killPostgres()
    })
    await Promise.race([
      expect.poll(server.output, { timeout: 100_000, interval: 20 }).toContain('open\n'),
      server.ended.then((code) => Promise.reject(new Error(`the server ended with ${code}: ${server.output()}`))),
    ])
    const headers = { authorization: `Bearer ${shop.titulaire.token}`, 'content-type': 'application/json' }
    const backupOf = async () =>
      (
        (await (await fetch(`http://127.0.0.1:${port}/api/pharmacies/engine`, { headers })).json()) as {
          backup: { newestBaseAt: string | null }
        }
      ).backup
    await expect.poll(backupOf, { timeout: 60_000 }).toMatchObject({ newestBaseAt: expect.any(String) as string })

    const acknowledged = new Map<string, { sale: NewSale; answer: Sale; at: number }>()
    let isDead = false
    const sell = async (): Promise<void> => {
      while (!isDead) {
        const sale = aSale(shop, { lines: [lineOf(shop, 0), lineOf(shop, 1)] })
        const reply = await fetch(`http://127.0.0.1:${port}/api/sales`, {
          method: 'POST',
          headers: { ...headers, authorization: `Bearer ${shop.vendeur.token}` },
          body: JSON.stringify(sale),
        }).catch(() => undefined)
        if (reply?.status !== 201) return
        acknowledged.set(sale.id, { sale, answer: (await reply.json()) as Sale, at: Date.now() })
      }
    }
    const selling = Promise.all(Array.from({ length: clients }, sell))
    await expect.poll(() => acknowledged.size, { timeout: 100_000, interval: 1 }).toBeGreaterThan(150)
    await Promise.all([server.end('SIGKILL'), killPostgres()])
    isDead = true
    const diedAt = Date.now()
    await selling

    const to = join(root, 'restored')
    const report = await restore({ from: medium, to, key: await recoveryKeyOf(dataDirectory) })
    const restored = await openServer(to)
    onTestFinished(() => restored.close())
    const stored = () =>
      restored.database.read(shop.id, (tx) =>
        tx.selectFrom('sales').select(['id', 'number']).orderBy('number').execute(),
      )
    const found = await stored()
    const lost = [...acknowledged.values()].filter(({ answer }) => !found.some(({ id }) => id === answer.id))
    // what was answered before the last piece of the log was stored is there, in one piece
    expect(lost.filter(({ at }) => at < report.loggedUntil.getTime() - 50)).toEqual([])
    expect(found.map(({ number }) => number)).toEqual(found.map((_, index) => index + 1))
    expect(diedAt - report.loggedUntil.getTime()).toBeLessThan(3_000)
    process.stdout.write(
      `${acknowledged.size} sales acknowledged, ${lost.length} not on the medium; its log ends ${diedAt - report.loggedUntil.getTime()} ms before the end\n`,
    )

    await restored.as(shop.titulaire.token).call(pharmacies.confirmCopy, {})
    const again = new Map<string, Sale>()
    for (const { sale } of acknowledged.values())
      again.set(sale.id, await restored.as(shop.vendeur.token).call(sales.close, { body: sale }))
    const numbers = (await stored()).map(({ number }) => number)
    expect(new Set((await stored()).map(({ id }) => id)).size).toBeGreaterThanOrEqual(acknowledged.size)
    expect(new Set(numbers).size).toBe(numbers.length)
    const former = new Set([...acknowledged.values()].map(({ answer }) => answer.number))
    // a number that was given before the end is on a paper: no other sale gets it
    for (const { answer } of lost) expect(former.has(again.get(answer.id)!.number)).toBe(false)
  },
  240_000,
)
