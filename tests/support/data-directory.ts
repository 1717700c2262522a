import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty directory that the account which runs PostgreSQL for root can pass through; a temporary directory is closed to it by default. */
export function newDataDirectory(purpose: string): string {
  const directory = mkdtempSync(join(tmpdir(), `officine-${purpose}-`))
  chmodSync(directory, 0o711)
  return directory
}

export function removeDataDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
}
