import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folder of initdb and postgres, or undefined where PostgreSQL is not installed. */
export function postgresBinaries(): string | undefined {
  return candidates().find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function candidates(): string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  return [
    ...pgConfig(),
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
}

function pgConfig(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()]
  } catch {
    return []
  }
}
