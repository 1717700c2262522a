import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { PharmacyProduct, pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { AppError } from '#shared/domain/errors.ts'
import { pharmacyOf, type Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { listState, productsAfter, productsByIds, productsByPage, removedBetween, type CostedProduct, type Cursor } from '#server/pharmacy-products/pharmacy-product.repo.ts'
import { movementsOf, soldByMonth, soldSince } from '#server/stock/movement.repo.ts'

type ListReply = CallReply<typeof pharmacyProducts.list>

/** By page, or by cursor what changed since (an empty cursor reads from the start). Costs are not in this list: every seller holds it. */
export async function listProducts(context: Context, { page, size, cursor }: HandlerInput<typeof pharmacyProducts.list>['query']): Promise<ListReply> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    if (cursor !== undefined) return changesSince(tx, pharmacyId, readCursor(cursor), size)
    const { total } = await listState(tx, pharmacyId)
    return { items: await productsByPage(tx, pharmacyId, { page, size }), total }
  })
}

/**
 * The changes after a cursor. Nothing is missed although each statement sees its own moment: a revision is taken and committed under the
 * pharmacy's write lock, so that whoever sees revision R also sees every change up to R. The state is therefore read first: what the later
 * statements see beyond it is merely sent again. At the end the cursor moves past that state, removals included.
 */
async function changesSince(tx: Tx, pharmacyId: string, cursor: Cursor | null, size: number): Promise<ListReply> {
  const { total, rev, epoch } = await listState(tx, pharmacyId)
  const found = await productsAfter(tx, pharmacyId, cursor, size + 1)
  const items = found.slice(0, size)
  const last = items.at(-1)
  const more = found.length > size
  const reached: Cursor = more && last ? last : { rev: Math.max(rev, last?.rev ?? 0), id: lastId }
  // A reader from the start holds nothing that could have left, but for what went while it was reading: its last page says so.
  const removed = cursor || !more ? await removedBetween(tx, pharmacyId, cursor?.rev ?? rev, reached.rev) : []
  return { items, total, cursor: `${reached.rev}:${reached.id}`, more, epoch, removed }
}

/** Comes after every id. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

function readCursor(text: string): Cursor | null {
  if (text === '') return null
  const [, rev, id] = /^(\d{1,15}):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(text) ?? []
  if (rev === undefined || id === undefined) throw new AppError('requests:invalid', { issues: [{ path: 'query.cursor', message: 'not a cursor of this list' }] })
  return { rev: Number(rev), id }
}

export async function searchByIds(context: Context, ids: readonly string[]): Promise<PharmacyProduct[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => productsByIds(tx, pharmacyId, ids))
}

/** One product with its lots and what it sells; purchase prices only for who may see costs. Throws `requests:notFound`. */
export async function readProduct(context: Context, id: string): Promise<CallReply<typeof pharmacyProducts.read>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const product = await knownProduct(tx, pharmacyId, id)
    const seesCosts = context.actor.permissions.has('stock.see-cost')
    return {
      ...product,
      stockItems: product.stockItems.map((item) => ({ ...item, purchasePrice: seesCosts ? item.purchasePrice : null })),
      soldByMonth: await soldByMonth(tx, pharmacyId, id, context.now),
      sold30Days: await soldSince(tx, pharmacyId, id, new Date(context.now.getTime() - 30 * dayMs)),
    }
  })
}

const dayMs = 86_400_000

/** The stock movements of a product over the last `timespan` days, newest first. Throws `requests:notFound`. */
export async function readHistory(context: Context, id: string, { timespan, page, size }: HandlerInput<typeof pharmacyProducts.history>['query']): Promise<CallReply<typeof pharmacyProducts.history>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    await knownProduct(tx, pharmacyId, id)
    return movementsOf(tx, pharmacyId, id, { since: new Date(context.now.getTime() - timespan * dayMs), page, size })
  })
}

async function knownProduct(tx: Tx, pharmacyId: string, id: string): Promise<CostedProduct> {
  const [product] = await productsByIds(tx, pharmacyId, [id])
  if (!product) throw new AppError('requests:notFound')
  return product
}
