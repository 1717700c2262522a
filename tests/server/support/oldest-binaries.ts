import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from '#server/db/embedded/binaries.ts'

const major = '15'
const folder = `/usr/lib/postgresql/${major}/bin`

/** The oldest PostgreSQL that we support, as Debian installs it; undefined where it is not installed. */
export function oldestBinaries(): Binaries | undefined {
  const program = (name: string): string => join(folder, name)
  return existsSync(program('initdb'))
    ? { major, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
    : undefined
}
