import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The disk of a terminal, that can be filled to the last page under a running browser: no quota of the debugging
 * protocol reaches one that runs.
 */
export type SmallDisk = {
  directory: string
  /** False where no disk can be mounted (it takes the rights of root): then it is a folder like any other. */
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
      // It cannot become smaller than what it holds, which grows while this is read.
      for (let spare = 0; spare < 64; spare++)
        if (mount('-o', `remount,size=${(blocks - bfree + spare) * bsize}`)) return
      throw new Error('the disk could not be filled')
    },
    free: () => void mount('-o', `remount,size=${roomy}`),
    close: closeOnce,
  }
}
