import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The content of `postmaster.pid`, which PostgreSQL writes while it runs. `host`: the folder of its socket, or its
 * address.
 */
export type Postmaster = { pid: number; host: string; port: number }

/**
 * The PostgreSQL that runs on a data directory, or ran when the power failed: the file remains. Undefined when there is
 * no file.
 */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(fileOf(data), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, address] = text.split('\n').map((line) => line.trim())
  // PostgreSQL writes the lines one by one during its start
  const host = socketFolder || address
  return Number(pid) > 0 && Number(port) > 0 && host ? { pid: Number(pid), host, port: Number(port) } : undefined
}

/**
 * The PostgreSQL processes whose working directory is this data directory; undefined when the system does not report
 * it. A process id in `postmaster.pid` is not proof: after a power cut or in a new container, another program may have
 * it.
 */
export async function processesOn(data: string): Promise<number[] | undefined> {
  if (process.platform !== 'linux') return undefined
  const folder = await realpath(data)
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => '')) === folder) found.push(Number(name))
  }
  return found
}

/**
 * Removes the pid file of a dead PostgreSQL, so that the next one does not mistake a reused process id for a running
 * server.
 */
export function forgetPostmaster(data: string): Promise<void> {
  return rm(fileOf(data), { force: true })
}

function fileOf(data: string): string {
  return join(data, 'postmaster.pid')
}
