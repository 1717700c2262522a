export type OrderedPool<Item> = {
  /** The maximum number of items under way. */
  width: number
  /**
   * Whether the item may start beside those under way. While it may not, the items behind it wait too: items start in
   * order.
   */
  mayJoin: (item: Item, underWay: readonly Item[]) => boolean
  /** Called when the item's turn comes; false skips the item. */
  isWanted: (item: Item) => boolean
  /** Resolves with false when no further item should start. */
  work: (item: Item) => Promise<boolean>
}

/**
 * Works on items in order, at most `width` at a time. The first item runs alone, as a probe of whether the server
 * answers. After an error no further item starts. Settles when all started items are done; the first error is thrown
 * then.
 */
export async function orderedPool<Item>(
  items: readonly Item[],
  { width, mayJoin, isWanted, work }: OrderedPool<Item>,
): Promise<void> {
  const underWay = new Map<Item, Promise<void>>()
  let room = 1
  let isOver = false
  let failure: { error: unknown } | undefined
  const begin = async (item: Item) => {
    try {
      if (await work(item)) room = width
      else isOver = true
    } catch (error) {
      failure ??= { error }
      isOver = true
    }
    underWay.delete(item)
  }
  for (const item of items) {
    while (underWay.size >= room || (underWay.size > 0 && !mayJoin(item, [...underWay.keys()])))
      await Promise.race(underWay.values())
    if (isOver) break
    if (isWanted(item)) underWay.set(item, begin(item))
  }
  await Promise.all(underWay.values())
  if (failure) throw failure.error
}
