/**
 * Serialises writes. Items that arrive during a write are written together, in order, by the next write: a disk takes
 * four items in little more time than one. Each call resolves or rejects with the write that contained its item.
 */
export function writeInBatches<Thing>(
  write: (things: readonly Thing[]) => Promise<void>,
): (thing: Thing) => Promise<void> {
  let waiting: Thing[] = []
  let next: Promise<void> | undefined
  let writing: Promise<unknown> = Promise.resolve()
  const begin = async () => {
    await writing.catch(() => undefined)
    const mine = waiting
    waiting = []
    next = undefined
    writing = write(mine)
    await writing
  }
  return (thing) => {
    waiting.push(thing)
    next ??= begin()
    return next
  }
}
