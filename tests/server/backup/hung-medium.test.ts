import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { spawnProgram } from '#tests/server/support/server-process.ts'
import { testProject } from '#tests/server/support/shop.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

test.skipIf(process.platform !== 'linux')(
  'a medium whose folder never answers keeps no server from ending, with its PostgreSQL',
  async () => {
    const root = newDataDirectory('hung')
    onTestFinished(() => removeDataDirectory(root))
    const [dataDirectory, medium] = [join(root, 'data'), join(root, 'medium')]
    const base = join(medium, 'officine-1', 'officine_20260101000000_abcdef', 'base-20260101T000000Z')
    mkdirSync(base, { recursive: true })
    // Whoever opens a pipe that nobody writes waits for ever, as a folder of a computer that was switched off does.
    execFileSync('mkfifo', [join(base, 'manifest.json')])
    const server = spawnProgram(
      'tests/server/support/shop-process.ts',
      {
        DATA_DIRECTORY: dataDirectory,
        BACKUP_DIRECTORY: medium,
        PORT: String(await freePort()),
        NODE_ENV: 'test',
        FIREBASE_PROJECT_ID: testProject,
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
        LOG_LEVEL: 'warn',
      },
      ['hung medium'],
    )
    await expect.poll(server.output, { timeout: 200_000 }).toContain('open\n')
    await expect.poll(server.output, { timeout: 30_000 }).toContain('est sur le même disque que les données')
    await new Promise((done) => setTimeout(done, 2_000))
    const startedAt = Date.now()
    // ended by its own signal: the call that hangs would hold up an exit
    expect(await server.end('SIGTERM')).toBeNull()
    expect(Date.now() - startedAt).toBeLessThan(30_000)
    expect(await processesOn(join(dataDirectory, 'postgresql', 'data'))).toEqual([])
  },
  300_000,
)
