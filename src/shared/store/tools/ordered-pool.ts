export type SideBySide<Item> = {
  /** So many at once. */
  width: number
  /** May it be begun while these are under way? What is behind it waits with it: items are begun in their order. */
  mayJoin: (item: Item, underWay: readonly Item[]) => boolean
  /** Asked when its turn has come: false passes it over. */
  isWanted: (item: Item) => boolean
  /** Answers whether it makes sense to begin others. */
  work: (item: Item) => Promise<boolean>
}

/**
 * Works on items in their order, several side by side. The first one goes alone: it tells whether anybody answers at all. Resolves when
 * everything that was begun is done; an error lets nothing more begin, and is thrown then.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  { width, mayJoin, isWanted, work }: SideBySide<Item>,
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
