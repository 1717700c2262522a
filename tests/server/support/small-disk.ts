import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

/** Makes a folder a disk of its own, of so many megabytes, until the function that it returns is called. */
export function mountSmallDisk(directory: string, megabytes: number): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'officine-small-disk', directory], {
    stdio: 'ignore',
  })
  return () => void execFileSync('umount', ['-l', directory])
}

/** Whether this account may mount a disk. */
export const canMount = ((): boolean => {
  const directory = newDataDirectory('mount')
  try {
    mountSmallDisk(directory, 8)()
    return true
  } catch {
    return false
  } finally {
    removeDataDirectory(directory)
  }
})()

/** A test that takes a disk of its own: mounting one takes root. */
export const onSmallDisk = test.skipIf(!canMount)
