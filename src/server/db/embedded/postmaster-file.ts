import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What PostgreSQL writes about itself into `postmaster.pid` while it runs. `host`: the folder of its socket, or its address. */
export type Postmaster = { pid: number; host: string; port: number }

/** The PostgreSQL that runs on a data directory, or ran when the power went: the file stays behind. Undefined when there is none. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(fileOf(data), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder, address] = text.split('\n').map((line) => line.trim())
  // the lines are written one after the other while it starts
  const host = socketFolder || address
  return Number(pid) > 0 && Number(port) > 0 && host ? { pid: Number(pid), host, port: Number(port) } : undefined
}

/**
 * The processes of PostgreSQL on this data directory, which is the working directory of each; undefined where the system does not tell. A process id in
 * `postmaster.pid` proves nothing: after a power cut or in a new container it belongs to another program.
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

/** Removes what a dead PostgreSQL left, so that the next one does not take its former process id for a living one. */
export function forgetPostmaster(data: string): Promise<void> {
  return rm(fileOf(data), { force: true })
}

function fileOf(data: string): string {
  return join(data, 'postmaster.pid')
}
