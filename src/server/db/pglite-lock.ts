import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Who holds a directory: a process id alone may have been given to another process since. */
type Holder = { pid: number; startedAt: string }

/**
 * Takes the directory for this process; answers how to let it go. PGlite itself has no lock: a second process loses its writes without an error.
 * Throws when a living process holds it; a lock left by a dead one is taken over.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  // Beside PostgreSQL's own files, which ignores what it does not know.
  const path = join(directory, 'officine.lock')
  // The token tells two takers of one process apart, as two processes are.
  const own = JSON.stringify({
    pid: process.pid,
    startedAt: await startOf(process.pid),
    token: randomUUID(),
  } satisfies Holder & { token: string })
  const release = (): Promise<void> => rm(path, { force: true })
  if (await create(path, own)) return release

  const holder = await readHolder(path)
  if (holder && (await isAlive(holder))) throw inUse(directory, `process ${holder.pid}`)
  await release()
  if (!(await create(path, own))) throw inUse(directory, 'another process that starts at this moment')
  // Two processes may find the same dead holder, and the slower one then removes the lock of the faster: the last to write keeps it.
  await delay(100)
  if ((await readFile(path, 'utf8').catch(() => '')) !== own)
    throw inUse(directory, 'another process that starts at this moment')
  return release
}

function inUse(directory: string, holder: string): Error {
  return new Error(
    `the database ${directory} is in use by ${holder}: one process per data directory. Stop it first, or use PostgreSQL (DATABASE_URL)`,
  )
}

async function create(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Holder
    } catch {
      // Just created and not yet written; a holder that died right there leaves it so.
      await delay(20)
    }
  }
  return undefined
}

async function isAlive(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives and belongs to somebody else
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return (await startOf(holder.pid)) === holder.startedAt
}

/** Start time in ticks since boot, by Linux; elsewhere empty, and the process id decides alone. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold spaces; the 20th field after it is the start time.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
