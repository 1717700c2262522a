import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const leftOut = new Set(['node_modules', '.git', 'dist', 'data'])

/** Copies of the working directory that mutants are written into: a crash leaves the real tree as it was. */
export function copyTree(copies: number): { directories: string[]; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'officine-mutation-'))
  const directories = Array.from({ length: copies }, (_, place) => join(root, String(place)))
  for (const directory of directories) {
    for (const name of readdirSync('.'))
      if (!leftOut.has(name)) cpSync(name, join(directory, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(directory, 'node_modules'))
  }
  return { directories, remove: () => rmSync(root, { recursive: true, force: true }) }
}
