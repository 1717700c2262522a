import { sameLot } from '#shared/domain/fefo.ts'
import { scanOf } from '#shared/domain/scan.ts'
import { fold } from '#shared/domain/search/fold.ts'

export type StoragePlace = { id: string; label: string }
type Lot = { id: string; lot: string | null; storage: string | null; archived: boolean }
type Product = { id: string; label: string; storage: string | null; stockItems: readonly Lot[] }
/** `storageId` null: of a lot, back to its product; of a product, no place. */
export type StorageMoveAct = { stockItemId: string; storageId: string | null; whole: boolean }

/** What is moved: a lot, or its product as a whole. `undo`: the act that brings it back; null when its place is gone. */
export type Moved = {
  act: StorageMoveAct
  label: string
  lot: string | null
  from: string | null
  undo: StorageMoveAct | null
}

export type StorageScan =
  | { kind: 'destination'; storage: StoragePlace }
  | { kind: 'move'; moved: Moved }
  | { kind: 'there' | 'no-lot'; label: string; lot: string | null }
  | { kind: 'unknown-lot'; label: string; lot: string }
  | { kind: 'unknown' | 'several' | 'no-destination' }

/**
 * What a scan means while things are put into a storage. The label of a storage chooses it. A code with a lot number
 * moves that lot; a code without one moves the product as a whole. `productsOf`: the products that have one of these
 * codes.
 */
export function readStorageScan(
  text: string,
  {
    today,
    storages,
    to,
    productsOf,
  }: {
    today: string
    storages: readonly StoragePlace[]
    to: StoragePlace | null
    productsOf: (codes: readonly string[]) => readonly Product[]
  },
): StorageScan {
  const storage = storages.find(({ label }) => fold(label) === fold(text.trim()))
  if (storage) return { kind: 'destination', storage }
  const scan = scanOf(text, today)
  const products = scan.kind === 'code' ? productsOf(scan.codes) : []
  if (scan.kind !== 'code' || products.length === 0) return { kind: 'unknown' }
  if (products.length > 1) return { kind: 'several' }
  if (to === null) return { kind: 'no-destination' }
  const product = products[0]!
  const lots = product.stockItems.filter(({ archived }) => !archived)
  const lot = scan.lot === null ? null : lots.find((each) => each.lot !== null && sameLot(each.lot, scan.lot!))
  if (lot === undefined) return { kind: 'unknown-lot', label: product.label, lot: scan.lot! }
  const carrier = lot ?? lots[0]
  const named = { label: product.label, lot: lot?.lot ?? null }
  if (!carrier) return { kind: 'no-lot', ...named }
  const from = lot?.storage ?? product.storage
  if (from === to.label) return { kind: 'there', ...named }
  const before = lot ? lot.storage : product.storage
  const former = before === null ? null : storages.find(({ label }) => label === before)
  const act = { stockItemId: carrier.id, storageId: to.id, whole: lot === null }
  const undo = former === undefined ? null : { ...act, storageId: former?.id ?? null }
  return { kind: 'move', moved: { act, ...named, from, undo } }
}

/**
 * A product after moves that its list does not show yet, oldest first; the same object if none concerns it. `labelOf`:
 * undefined for an unknown storage, whose move is left out.
 */
export function withMoves<P extends Product>(
  product: P,
  moves: readonly StorageMoveAct[],
  labelOf: (storageId: string) => string | undefined,
): P {
  return moves.reduce((before, { stockItemId, storageId, whole }) => {
    if (!before.stockItems.some(({ id }) => id === stockItemId)) return before
    const label = storageId === null ? null : labelOf(storageId)
    if (label === undefined) return before
    if (whole) return { ...before, storage: label }
    const own = label === before.storage ? null : label
    const stockItems = before.stockItems.map((item) => (item.id === stockItemId ? { ...item, storage: own } : item))
    return { ...before, stockItems }
  }, product)
}

/** « Doliprane 1 g, lot K7 » */
export function movedName({ label, lot }: { label: string; lot: string | null }): string {
  return lot === null ? label : `${label}, lot\u00a0${lot}`
}

/** What a scan that moves nothing says; null for one that does, or that chooses a storage. */
export function storageScanWords(scan: StorageScan, to: string): string | null {
  switch (scan.kind) {
    case 'destination':
    case 'move':
      return null
    case 'there':
      return `${movedName(scan)} est déjà à ${to}.`
    case 'no-lot':
      return `${scan.label} n’a aucun lot\u00a0: donnez-lui son rangement sur sa fiche.`
    case 'unknown-lot':
      return `${scan.label} n’a pas de lot ${scan.lot}. Rien n’a bougé.`
    case 'several':
      return 'Plusieurs produits ont ce code. Rien n’a bougé.'
    case 'no-destination':
      return 'Choisissez d’abord le rangement.'
    case 'unknown':
      return 'Ce code n’est ni un rangement ni un produit de la pharmacie.'
  }
}
