import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { decodeLines, foldLines } from '#shared/store/disk/journal-lines.ts'

/** An ended sale in the second copy. */
type CopiedSale = { identifier: string; isWaiting: boolean }

/** While the browser is down: every ended sale in the journal of the origin-private file system. */
export function copiedSales(profile: string): CopiedSale[] {
  const lines = filesOf(join(profile, 'Default', 'File System')).flatMap((file) =>
    decodeLines(readFileSync(file, 'utf8')),
  )
  return [...foldLines(lines).values()].flatMap((state) =>
    [...state.values()].flatMap(({ store, value }): CopiedSale[] => {
      if (store === 'acknowledged' && value)
        return [{ identifier: (value as { sale: LocalSale }).sale.identifier, isWaiting: false }]
      const { identifier, status } = (store === 'sales' && value ? value : {}) as Partial<LocalSale>
      return identifier && (status === 'SUBMITTING' || status === 'ERROR')
        ? [{ identifier, isWaiting: status === 'SUBMITTING' }]
        : []
    }),
  )
}

/**
 * While the browser is down: deletes all of IndexedDB, including the terminal's identity and its sign-in. The journal
 * lies in another folder.
 */
export function loseDatabases(profile: string): void {
  rmSync(join(profile, 'Default', 'IndexedDB'), { recursive: true })
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
}
