/** The work did not end in time. It may still be carried out. */
export class NoEnd extends Error {
  override readonly name = 'NoEnd'
}

/** In ms. Longer than the time limit of any call. */
export const longestWaitMs = 240_000

/**
 * The result of the work; rejects with `NoEnd` after the time limit. Whatever shows a wait runs its work through it: calls
 * end by themselves, but pictures, files, the disk and parts of the window may never answer.
 */
export function withEnd<T>(work: Promise<T>, limitMs = longestWaitMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoEnd('no end in time')), limitMs)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
