import { constants } from 'node:fs'
import { chmod, copyFile, lchown, lstat, mkdir, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#server/db/embedded/data-directory.ts'

type Seen = { size: bigint; changedNs: bigint }

/**
 * Copies a data directory in two passes: the first one while PostgreSQL runs, the second one, at rest, takes only what was
 * written since. A file counts as written when its size or the time of its last change is another than before it was read.
 */
export function copyAtRest(from: string, to: string) {
  const copied = new Map<string, Seen>()
  return {
    /** Makes the copy equal to what stands there now, safe from a power cut; answers how many bytes were read. */
    async pass(): Promise<bigint> {
      let bytes = 0n
      const found = new Set<string>()
      const written: string[] = []
      const walk = async (name: string): Promise<void> => {
        const [source, target] = [join(from, name), join(to, name)]
        const stat = await lstat(source, { bigint: true }).catch(ignoreGone)
        if (!stat) return
        const [uid, gid, mode] = [Number(stat.uid), Number(stat.gid), Number(stat.mode & 0o7777n)]
        found.add(name)
        if (stat.isDirectory()) {
          await mkdir(target, { recursive: true, mode: 0o700 })
          for await (const { name: child } of await opendir(source)) await walk(join(name, child))
          written.push(target)
        } else if (stat.isFile()) {
          const seen = copied.get(name)
          // The nanoseconds of the last change: a second pass at rest misses nothing that was written after them.
          if (seen?.size === stat.size && seen.changedNs === stat.ctimeNs) return
          const isThere = await copyFile(source, target, constants.COPYFILE_FICLONE).then(
            () => true,
            (error: unknown) => ignoreGone(error) === undefined && false,
          )
          if (!isThere) return
          bytes += stat.size
          copied.set(name, { size: stat.size, changedNs: stat.ctimeNs })
          written.push(target)
        } else return
        await chmod(target, mode)
        await lchown(target, uid, gid).catch(() => undefined)
      }
      await walk('.')
      for (const name of copied.keys())
        if (!found.has(name)) {
          await rm(join(to, name), { force: true })
          copied.delete(name)
        }
      for (const path of written) await syncFolder(path)
      return bytes
    },
  }
}

/** PostgreSQL removes files while it runs. */
function ignoreGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
