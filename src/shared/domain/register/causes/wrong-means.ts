import { linesOfMeans, type Rule } from '#shared/domain/register/causes/counted-day.ts'
import type { Difference } from '#shared/domain/register/closing.ts'

/** How often a gap shows on one side only: the other means was copied from the till, or its operator has not said it yet. */
const oneSided = 0.1

/** Money that came by one means and was keyed as another: mobile money as cash, a card as mobile money. What one lacks, the other has too much. */
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

/** The means that has too much what this one lacks; where none has, all that stand even share the doubt. */
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
