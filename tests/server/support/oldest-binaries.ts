import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = '/usr/lib/postgresql/15/bin'

/** The folder of the oldest PostgreSQL that we support, as Debian installs it; undefined where it is not installed. */
export function oldestBinaries(): string | undefined {
  return existsSync(join(folder, 'initdb')) ? folder : undefined
}
