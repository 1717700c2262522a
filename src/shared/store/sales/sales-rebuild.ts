import { copiedStores, type Change, type JournalLine } from '#shared/store/disk/journal-lines.ts'
import type {
  AcknowledgedSale,
  CopyMark,
  LastCount,
  LocalPatient,
  LocalPhoto,
  MissedNote,
  OpenRegister,
  OutboxRow,
  ParcelKind,
  SalesDatabaseHandle,
  SalesTx,
} from '#shared/store/sales/sales-rows.ts'
import { wasEndedLater } from '#shared/domain/local-sale.ts'
import { localSaleOf, type StoredSale } from '#shared/store/sales/stored-sale.ts'

/**
 * Reads all content that the journal copies in one transaction. With `isWhole` false only the keys of immutable records
 * are read.
 */
export async function readCopied(
  database: SalesDatabaseHandle,
  isWhole: boolean,
): Promise<{ mark: CopyMark; changes: Change[] }> {
  const tx = database.transaction(copiedStores, 'readonly')
  const mark = ((await tx.objectStore('meta').get('copy')) as CopyMark | undefined) ?? newMark()
  const changes: Change[] = []
  for (const store of copiedStores) {
    const isLong = store === 'acknowledged' || store === 'photos'
    const keys = await tx.objectStore(store).getAllKeys()
    const values = isLong && !isWhole ? keys.map(() => true) : await tx.objectStore(store).getAll()
    keys.forEach((key, at) => {
      if (store !== 'meta' || !['copy', 'display'].includes(key))
        changes.push({ at: mark.line, store, key, value: values[at] })
    })
  }
  await tx.done
  return { mark, changes }
}

/** The write position of a new database, with a new unique id. */
export function newMark(): CopyMark {
  return { database: crypto.randomUUID(), line: 0, absorbed: [] }
}

/**
 * Restores journal content of deleted databases. Records that exist here stay unchanged, except an open sale that had
 * been ended or sent; missing records are restored.
 * Restored outbox rows go behind the waiting ones; the server ignores rows that it already has. Returns the number of
 * restored sales that the server may not have.
 */
export async function absorb(tx: SalesTx, lines: readonly JournalLine[]): Promise<number> {
  const changes = lastWords(lines)
  const held = <Value>(store: Change['store']) =>
    changes.flatMap((change) => (change.store === store && change.value !== undefined ? [change.value as Value] : []))
  const metas = lines.map(metaOf).toReversed()
  const taken = new Set<string>()
  let recovered = 0

  for (const sale of held<StoredSale>('sales').map(localSaleOf)) {
    const known = await tx.objectStore('sales').get(sale.id)
    if ((await isAcknowledged(tx, sale.id)) || (known && !wasEndedLater(known, sale))) continue
    await tx.objectStore('outbox').delete(sale.id)
    await tx.objectStore('sales').put(sale)
    taken.add(sale.id)
    recovered++
  }
  for (const kept of held<AcknowledgedSale>('acknowledged')) {
    const sale = localSaleOf(kept.sale)
    const known = await tx.objectStore('sales').get(kept.id)
    if ((await isAcknowledged(tx, kept.id)) || (known && !wasEndedLater(known, sale))) continue
    await tx.objectStore('sales').delete(kept.id)
    await tx.objectStore('acknowledged').put({ ...kept, sale })
  }
  for (const patient of held<LocalPatient>('patients'))
    if (await addMissing(tx, 'patients', patient.id, patient)) taken.add(patient.id)
  for (const photo of held<LocalPhoto>('photos'))
    if (await addMissing(tx, 'photos', photo.id, photo)) taken.add(photo.id)
  for (const register of held<OpenRegister>('registers')) await addMissing(tx, 'registers', register.userId, register)
  await absorbRows(
    tx,
    held<OutboxRow>('outbox'),
    taken,
    Math.max(0, ...metas.map((meta) => (meta.get('lastSeq') as number | undefined) ?? 0)),
  )
  for (const meta of metas) await absorbCounters(tx, meta)
  return recovered
}

/**
 * For each row the last change in the latest database, removals included, because each later database was restored from
 * the one before it. A sale open in the earlier one may have been ended in the later one, and the customer may have its
 * receipt.
 */
function lastWords(lines: readonly JournalLine[]): Change[] {
  const words = new Map<string, Change>()
  for (const { changes } of lines) for (const change of changes) words.set(`${change.store}/${change.key}`, change)
  return [...words.values()]
}

function metaOf({ changes }: JournalLine): ReadonlyMap<string, unknown> {
  return new Map(
    changes.flatMap(({ store, key, value }) =>
      store === 'meta' && value !== undefined ? [[key, value] as const] : [],
    ),
  )
}

/** Rows that belong to no other record of this database. */
const standAlone: readonly ParcelKind[] = [
  'missed-sale',
  'parked-taken',
  'register-act',
  'stock-act',
  'delivery-act',
  'inventory-count',
  'export',
]

/** A row whose sale, patient or photo was already here is not restored. */
async function absorbRows(
  tx: SalesTx,
  rows: readonly OutboxRow[],
  taken: ReadonlySet<string>,
  lastSeq: number,
): Promise<void> {
  const outbox = tx.objectStore('outbox')
  let last = ((await tx.objectStore('meta').get('lastSeq')) as number | undefined) ?? 0
  const isFresh = last === 0
  for (const row of rows.toSorted((one, other) => one.seq - other.seq)) {
    const isAlone = row.kind !== undefined && standAlone.includes(row.kind)
    if ((!isAlone && !taken.has(row.saleId)) || (await outbox.get(row.saleId))) continue
    // In an empty database the queue numbers continue.
    last = isFresh ? Math.max(last, row.seq) : last + 1
    await outbox.put({ ...row, seq: isFresh ? row.seq : last })
  }
  if (Math.max(last, lastSeq) > 0) await tx.objectStore('meta').put(Math.max(last, isFresh ? lastSeq : 0), 'lastSeq')
}

async function absorbCounters(tx: SalesTx, held: ReadonlyMap<string, unknown>): Promise<void> {
  const meta = tx.objectStore('meta')
  const [mine, theirs] = [
    (await meta.get('lastIdentifier')) as string | undefined,
    held.get('lastIdentifier') as string | undefined,
  ]
  if (theirs !== undefined && numberOf(theirs) > numberOf(mine)) await meta.put(theirs, 'lastIdentifier')
  if (held.has('pharmacyName') && (await meta.get('pharmacyName')) === undefined)
    await meta.put(held.get('pharmacyName') as string, 'pharmacyName')
  if (held.has('lastCount') && (await meta.get('lastCount')) === undefined)
    await meta.put(held.get('lastCount') as LastCount, 'lastCount')
  const notes = [
    ...((held.get('missed') ?? []) as readonly MissedNote[]),
    ...(((await meta.get('missed')) ?? []) as readonly MissedNote[]),
  ]
  if (held.has('missed')) await meta.put([...new Map(notes.map((note) => [note.id, note])).values()], 'missed')
}

async function isAcknowledged(tx: SalesTx, saleId: string): Promise<boolean> {
  return (await tx.objectStore('acknowledged').get(saleId)) !== undefined
}

async function addMissing<Store extends 'patients' | 'photos' | 'registers'>(
  tx: SalesTx,
  store: Store,
  key: string,
  value: { patients: LocalPatient; photos: LocalPhoto; registers: OpenRegister }[Store],
): Promise<boolean> {
  const known = await tx.objectStore(store).get(key)
  if (!known) await tx.objectStore(store).put(value as never)
  return !known
}

function numberOf(identifier: string | undefined): number {
  return identifier === undefined ? 0 : Number(identifier.slice(identifier.lastIndexOf('-') + 1))
}
