import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { pharmacyProductStorages, StorageFigures } from '#shared/contract/pharmacy-product-storages.ts'
import { AppError } from '#shared/domain/errors.ts'
import { saturated } from '#shared/domain/money.ts'
import { displayName } from '#shared/domain/person.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { accuracyDays, accuracyOf } from '#shared/domain/storage-accuracy.ts'
import { pageOfRows } from '#server/base/page-of-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import {
  countProductsLyingIn,
  countUnplaced,
  findProductsKeptIn,
  pageOfMoves,
  storagesWithFigures,
  type StorageRow,
} from '#server/storages/storage.repo.ts'

type Calls = typeof pharmacyProductStorages

/** The products whose rows in the tills' list show the label of this storage. */
export function productsKeptIn(tx: Tx, pharmacyId: string, storageId: string): Promise<string[]> {
  return findProductsKeptIn(tx, pharmacyId, storageId)
}

/** Throws `stocks:storageInUse` while products lie in the storage. */
export async function refuseUsedStorage(tx: Tx, pharmacyId: string, storageId: string): Promise<void> {
  const products = await countProductsLyingIn(tx, pharmacyId, storageId)
  if (products > 0) throw new AppError('stocks:storageInUse', { products })
}

/** The storages with their figures. Sorting by cost needs the right to see it. */
export async function listStorages(
  context: Context,
  query: HandlerInput<Calls['figures']>['query'],
): Promise<CallReply<Calls['figures']>> {
  const pharmacyId = pharmacyOf(context)
  const since = new Date(context.now.getTime() - accuracyDays * 86_400_000)
  const { rows, unplaced } = await context.database.read(pharmacyId, async (tx) => ({
    rows: await storagesWithFigures(tx, pharmacyId, since),
    unplaced: await countUnplaced(tx, pharmacyId),
  }))
  const seesCosts = context.actor.permissions.has('stock.see-cost')
  const kept = rows.map((row) => figuresOf(row, seesCosts)).filter((row) => matches(row, query))
  return { ...pageOfRows(kept, query, sortKeys), unplaced }
}

function figuresOf({ wrong, costValue, ...row }: StorageRow, seesCosts: boolean): StorageFigures {
  const accuracy = accuracyOf({ lots: row.lots, wrong })
  return {
    ...row,
    units: saturated(row.units),
    costValue: seesCosts ? saturated(costValue) : null,
    priceValue: saturated(row.priceValue),
    accuracy,
    wrongLots: wrong,
  }
}

function matches(row: StorageFigures, { search, state }: HandlerInput<Calls['figures']>['query']): boolean {
  if (state && row.archived !== (state === 'archived')) return false
  const label = fold(row.label)
  return wordsOf(search ?? '').every((word) => label.includes(word))
}

const sortKeys = {
  label: ({ label }: StorageFigures) => fold(label),
  products: ({ products }: StorageFigures) => products,
  units: ({ units }: StorageFigures) => units,
  costValue: ({ costValue }: StorageFigures) => costValue,
  priceValue: ({ priceValue }: StorageFigures) => priceValue,
  accuracy: ({ accuracy }: StorageFigures) => accuracy,
  archived: ({ archived }: StorageFigures) => Number(archived),
}

/** What went from one storage to another, newest first. */
export async function listStorageMoves(
  context: Context,
  query: HandlerInput<Calls['moves']>['query'],
): Promise<CallReply<Calls['moves']>> {
  const pharmacyId = pharmacyOf(context)
  const { items, total } = await context.database.read(pharmacyId, (tx) => pageOfMoves(tx, pharmacyId, query))
  return {
    items: items.map(({ user, ...row }) => ({ ...row, at: row.at.toISOString(), userName: displayName(user) })),
    total,
  }
}
