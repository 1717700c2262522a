import type { CallReply } from '#shared/contract/endpoint.ts'
import type { inventories as calls } from '#shared/contract/inventories.ts'
import { doubtOf } from '#shared/domain/inventories/doubt.ts'
import { quietHours } from '#shared/domain/inventories/quiet-hours.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { salesByHour, shelvedProducts, type ShelvedProduct } from '#server/inventories/doubtful.repo.ts'

const dayMs = 86_400_000

/** The products whose stock is most doubtful, the worst first, without those that an open inventory counts already. */
export function listDoubtful(context: Context, { size }: { size: number }): Promise<CallReply<typeof calls.doubtful>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const products = await shelvedProducts(tx, pharmacyId)
    const timeZone = await timeZoneOf(tx, pharmacyId)
    return {
      products: mostDoubtful(products, context.now, size),
      quietHours: quietHours(await salesByHour(tx, pharmacyId, { now: context.now, timeZone })),
    }
  })
}

function mostDoubtful(products: readonly ShelvedProduct[], now: Date, size: number) {
  const stocked = products.filter(({ value }) => value > 0)
  const meanValue = stocked.reduce((sum, { value }) => sum + value, 0) / Math.max(1, stocked.length)
  return products
    .map(({ lowest, value, lastCountedAt, ...product }) => {
      const daysSinceCount =
        lastCountedAt === null ? null : Math.max(0, Math.floor((now.getTime() - lastCountedAt.getTime()) / dayMs))
      const { score, reasons } = doubtOf({ lowest, daysSinceCount, movements: product.movements, value, meanValue })
      return { ...product, lastCountedAt: lastCountedAt?.toISOString() ?? null, score, reasons }
    })
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, size)
}
