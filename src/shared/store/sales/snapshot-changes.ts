import { replaceEqualDeep } from '@tanstack/query-core'
import type { SalesStoreName, Written } from '#shared/store/sales/sales-recording.ts'
import {
  sentActPrefix,
  type AcknowledgedSale,
  type Display,
  type LastCount,
  type MissedNote,
  type SentAct,
} from '#shared/store/sales/sales-rows.ts'
import { snapshotParts, type SalesSnapshot, type SnapshotPart } from '#shared/store/sales/sales-snapshot.ts'

/** The snapshot parts that these changes touch. */
export function partsOf(changes: readonly Written[]): SnapshotPart[] {
  const stores = new Set<SalesStoreName>(changes.map(({ store }) => store))
  return snapshotParts.filter((part) => stores.has(part))
}

/**
 * Applies changes, in order, to a snapshot, with the same result as a read from disk. Unchanged parts keep their object
 * identity, so that they cause no render.
 */
export function withWritten(before: SalesSnapshot, changes: readonly Written[]): SalesSnapshot {
  const touched = new Set(partsOf(changes))
  const rows = <Row>(
    part: SnapshotPart,
    shown: Row[],
    keyOf: (row: Row) => string,
    rankOf: (row: Row) => string | number = keyOf,
  ): Row[] =>
    touched.has(part)
      ? withRows(
          shown,
          changes.filter(({ store }) => store === part),
          keyOf,
          rankOf,
        )
      : shown
  const after = {
    sales: rows('sales', before.sales, idOf),
    outbox: rows(
      'outbox',
      before.outbox,
      ({ saleId }) => saleId,
      ({ seq }) => seq,
    ),
    acknowledged: rows(
      'acknowledged',
      before.acknowledged,
      idOf,
      ({ acknowledgedAt }: AcknowledgedSale) => acknowledgedAt,
    ),
    patients: rows('patients', before.patients, idOf),
    prints: rows('prints', before.prints, idOf),
    registers: rows('registers', before.registers, ({ userId }) => userId),
    ...metaAfter(before, changes),
  }
  return (Object.keys(after) as (keyof SalesSnapshot)[]).every((key) => after[key] === before[key]) ? before : after
}

function metaAfter(
  { display, missed, sentActs, lastCount }: SalesSnapshot,
  changes: readonly Written[],
): Pick<SalesSnapshot, 'display' | 'missed' | 'sentActs' | 'lastCount'> {
  const meta = new Map(changes.flatMap(({ store, key, value }) => (store === 'meta' ? [[key, value] as const] : [])))
  const after = <Value>(key: string, shown: Value, none: Value): Value =>
    meta.has(key) ? ((meta.get(key) as Value | undefined) ?? none) : shown
  return {
    display: after<Display | null>('display', display, null),
    missed: after<readonly MissedNote[]>('missed', missed, []),
    sentActs: sentAfter(sentActs, changes),
    lastCount: after<LastCount | null>('lastCount', lastCount, null),
  }
}

function sentAfter(shown: readonly SentAct[], changes: readonly Written[]): readonly SentAct[] {
  const sent = changes.filter(({ store, key }) => store === 'meta' && key.startsWith(sentActPrefix))
  return sent.length === 0
    ? shown
    : withRows(
        [...shown],
        sent,
        ({ act }) => `${sentActPrefix}${act.id}`,
        ({ act }) => act.id,
      )
}

function withRows<Row>(
  shown: Row[],
  changes: readonly Written[],
  keyOf: (row: Row) => string,
  rankOf: (row: Row) => string | number,
): Row[] {
  const rows = new Map(shown.map((row) => [keyOf(row), row]))
  for (const { key, value } of changes) {
    if (value === undefined) rows.delete(key)
    else rows.set(key, replaceEqualDeep(rows.get(key), value as Row) as Row)
  }
  const after = [...rows.values()].sort((a, b) => compare(rankOf(a), rankOf(b)) || compare(keyOf(a), keyOf(b)))
  return after.length === shown.length && after.every((row, place) => row === shown[place]) ? shown : after
}

function idOf({ id }: { id: string }): string {
  return id
}

/** The key order of IndexedDB. */
function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
