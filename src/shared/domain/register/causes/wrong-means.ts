import { linesOfMeans, type Rule } from '#shared/domain/register/causes/counted-day.ts'
import type { Difference } from '#shared/domain/register/closing.ts'

/**
 * Probability that only one side shows a gap: the other means was copied from the till instead of counted, or its
 * operator has not reported it yet.
 */
const oneSided = 0.1

/**
 * Money received by one means and recorded as another: mobile money as cash, a card as mobile money. One means lacks
 * what the other has in excess.
 */
export const wrongMeans: Rule<'wrong-means'> = (day, keyed) => {
  if (keyed.gap > 0) return []
  const lines = linesOfMeans(day, keyed).filter(({ kind }) => kind === 'sale' || kind === 'collection')
  const found = lines.filter(({ amount }) => amount + keyed.gap === 0)
  return usedInstead(keyed, day.differences).flatMap(({ used, chance, explains }) =>
    found.map(({ id, saleId }) => ({
      chance: chance / lines.length,
      explains,
      evidence: {
        kind: 'wrong-means' as const,
        movementId: id,
        saleId,
        keyed: meansAlone(keyed),
        used: meansAlone(used),
      },
    })),
  )
}

/** The means with the opposite gap; if there is none, all means without a gap share the probability. */
function usedInstead(
  keyed: Difference,
  rows: readonly Difference[],
): { used: Difference; chance: number; explains: number }[] {
  const matching = rows.filter(({ gap }) => gap + keyed.gap === 0)
  if (matching.length > 0) return matching.map((used) => ({ used, chance: 1, explains: 2 }))
  const even = rows.filter(({ gap, type }) => gap === 0 && type !== 'CASH')
  return even.map((used) => ({ used, chance: oneSided / even.length, explains: 1 }))
}

function meansAlone({ type, operator }: Difference) {
  return { type, operator }
}
