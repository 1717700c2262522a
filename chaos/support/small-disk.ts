import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The disk of a terminal, which can be filled completely under a running browser: quotas of the debugging protocol do
 * not affect one that runs.
 */
export type SmallDisk = {
  directory: string
  /** False where no disk can be mounted (it needs root): then it is an ordinary folder. */
  canFill: boolean
  fill(): void
  free(): void
  close(): void
}

const roomy = '24g'

export function openSmallDisk(): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), 'officine-chaos-profile-'))
  const mount = (...options: string[]): boolean => {
    try {
      execFileSync('mount', [...options, directory], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  const canFill = process.getuid?.() === 0 && mount('-t', 'tmpfs', '-o', `size=${roomy},mode=700`, 'officine-chaos')
  const close = (): void => {
    if (canFill) execFileSync('umount', ['-l', directory], { stdio: 'ignore' })
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const closeOnce = (): void => {
    process.off('exit', closeOnce)
    close()
  }
  process.once('exit', closeOnce)
  return {
    directory,
    canFill,
    fill() {
      const { blocks, bfree, bsize } = statfsSync(directory)
      // It cannot become smaller than its content, which grows during this loop.
      for (let spare = 0; spare < 64; spare++)
        if (mount('-o', `remount,size=${(blocks - bfree + spare) * bsize}`)) return
      throw new Error('the disk could not be filled')
    },
    free: () => void mount('-o', `remount,size=${roomy}`),
    close: closeOnce,
  }
}
