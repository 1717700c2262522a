/**
 * Writes things down in the order in which they come, those that come during a writing together in the next one: a disk takes four answers in little
 * more time than one. Each call resolves or rejects with the writing that had its thing.
 */
export function together<Thing>(write: (things: readonly Thing[]) => Promise<void>): (thing: Thing) => Promise<void> {
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
