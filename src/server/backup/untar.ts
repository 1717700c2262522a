import { createHash, type Hash } from 'node:crypto'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'

/** What was unpacked: size and SHA-256 by path. */
export type Unpacked = Map<string, { size: number; sha256: string }>

const block = 512

/**
 * Unpacks the tar archive of a base backup into a folder. Throws for a path that leaves the folder, for links (our
 * cluster has no tablespaces) and for an archive that ends too early.
 */
export async function untar(pieces: AsyncIterable<Buffer>, folder: string): Promise<Unpacked> {
  const unpacked: Unpacked = new Map()
  let rest: Buffer = Buffer.alloc(0)
  let current: { path: string; file: FileHandle; hash: Hash; size: number; left: number; padding: number } | undefined
  const finish = async (): Promise<void> => {
    if (!current) return
    await current.file.close()
    unpacked.set(current.path, { size: current.size, sha256: current.hash.digest('hex') })
  }
  try {
    for await (const piece of pieces) {
      rest = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
      for (;;) {
        if (current && current.left > 0) {
          const bytes = rest.subarray(0, current.left)
          if (bytes.length === 0) break
          await current.file.writeFile(bytes)
          current.hash.update(bytes)
          current.left -= bytes.length
          rest = rest.subarray(bytes.length)
          continue
        }
        const padding = current?.padding ?? 0
        if (rest.length < padding) break
        rest = rest.subarray(padding)
        await finish()
        current = undefined
        if (rest.length < block) break
        const header = rest.subarray(0, block)
        rest = rest.subarray(block)
        if (header.every((byte) => byte === 0)) continue
        const { name, size, kind } = readHeader(header)
        const target = inside(folder, name)
        if (kind === 'folder') await mkdir(target, { recursive: true, mode: 0o700 })
        else {
          await mkdir(dirname(target), { recursive: true, mode: 0o700 })
          const file = await open(target, 'w', 0o600)
          current = { path: name, file, hash: createHash('sha256'), size, left: size, padding: -size & (block - 1) }
        }
      }
    }
    if (current && current.left > 0) throw new Error('the archive ends too early')
    await finish()
    current = undefined
    return unpacked
  } finally {
    await current?.file.close()
  }
}

function readHeader(header: Buffer): { name: string; size: number; kind: 'file' | 'folder' } {
  const text = (from: number, length: number): string =>
    header
      .subarray(from, from + length)
      .toString('utf8')
      .split('\0')[0]!
  const kind = text(156, 1)
  const prefix = text(345, 155)
  if (kind !== '0' && kind !== '' && kind !== '5') throw new Error(`an entry of kind ${kind} in the archive`)
  return {
    name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100),
    // Files of 8 GB and more have a binary size; a cluster has none: PostgreSQL cuts its files at 1 GB.
    size: parseInt(text(124, 12).trim() || '0', 8),
    kind: kind === '5' ? 'folder' : 'file',
  }
}

function inside(folder: string, name: string): string {
  const path = normalize(join(folder, name))
  if (!path.startsWith(folder + sep) && path !== folder) throw new Error(`the archive leaves its folder: ${name}`)
  return path
}
