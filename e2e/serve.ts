/**
 * The shop of the journeys: a demo in a directory of its own, stocked from the national referential where its files are at hand.
 * It is started by Playwright and ends with it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shopPort } from './shop-address.ts'

const project = join(import.meta.dirname, '..')
const directory = mkdtempSync(join(tmpdir(), 'officine-journeys-'))
const env = { ...process.env, DATA_DIRECTORY: directory, LOG_LEVEL: 'warn' }
const run = (...args: string[]): void => {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', ...args], { cwd: project, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`)
}

run('src/server/start.ts', '--reset')
const referential = join(project, '../shared/data/bdpm')
if (existsSync(referential)) run('src/server/import/bdpm.ts', referential, '--stock', '200')

const shop = spawn(process.execPath, ['--import', 'tsx', 'src/server/start.ts', '--no-build', '--port', String(shopPort)], { cwd: project, env, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => shop.kill('SIGTERM'))
shop.once('exit', (code) => {
  rmSync(directory, { recursive: true, force: true })
  process.exit(code ?? 0)
})
