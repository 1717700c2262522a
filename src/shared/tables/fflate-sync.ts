import { unzipSync, zipSync, type Unzipped, type Zippable } from 'fflate/browser'

export { strFromU8, strToU8, unzipSync, zipSync } from 'fflate/browser'

/**
 * Stands for `fflate` in the windows (vite.config.ts). Its asynchronous functions start a worker from a blob for large
 * parts, which the policy of the windows forbids: their callback would never be called. In the worker of files the
 * synchronous ones stop nobody.
 */
export function zip(files: Zippable, done: (error: unknown, bytes: Uint8Array | null) => void): void {
  settle(() => zipSync(files), done)
}

export function unzip(bytes: Uint8Array, done: (error: unknown, files: Unzipped | null) => void): void {
  settle(() => unzipSync(bytes), done)
}

function settle<T>(work: () => T, done: (error: unknown, result: T | null) => void): void {
  let result: T
  try {
    result = work()
  } catch (error) {
    done(error, null)
    return
  }
  done(null, result)
}
