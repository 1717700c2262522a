import { fork, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isAlive } from '#server/db/embedded/is-alive.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'

/** Where the backup is restored beside the running shop, a folder of its own for each purpose. */
export function apartFolder(dataDirectory: string, purpose: 'drill' | 'exercise' | 'past' | 'trial'): string {
  return join(resolve(dataDirectory), 'beside', purpose)
}

/** Makes the folder anew. PostgreSQL may run under another account, which must get through. */
export async function makeApart(folder: string): Promise<void> {
  await clearApart(folder)
  await mkdir(folder, { recursive: true, mode: 0o711 })
}

/**
 * Ends what runs in a folder of `apartFolder`, of this process or of one that was killed, and removes it: our own
 * programs work in the folder, PostgreSQL in its data directory.
 */
export async function clearApart(folder: string): Promise<void> {
  await endProcesses(folder)
  for (const name of await readdir(folder).catch(() => [])) {
    await endProcesses(join(folder, name, 'postgresql', 'data'))
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

/**
 * Ends this process, which works in a folder of `apartFolder`, with its PostgreSQL and what it wrote. Between the two no
 * other work of this process runs: it would start PostgreSQL again.
 */
export async function leaveApart(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const running = await Promise.all(names.map((name) => othersOn(join(folder, name, 'postgresql', 'data'))))
  for (const pid of running.flat()) endProcess(pid)
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  process.exit()
}

async function endProcesses(folder: string): Promise<void> {
  for (const pid of await othersOn(folder)) endProcess(pid)
}

async function othersOn(folder: string): Promise<number[]> {
  return ((await processesOn(folder).catch(() => [])) ?? []).filter((pid) => pid !== process.pid)
}

function endProcess(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

/** Starts one of our programs in a folder of `apartFolder`, with a channel that closes when this process ends. */
export function startApart(program: URL, folder: string, env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const loader = createRequire(import.meta.url).resolve('tsx')
  return fork(fileURLToPath(program), [], {
    cwd: folder,
    env,
    execArgv: ['--import', pathToFileURL(loader).href],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}
