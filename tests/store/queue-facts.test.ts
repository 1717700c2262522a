import { expect, test } from 'vitest'
import type { NewExport } from '#shared/contract/exports.ts'
import type { NewMissedSale } from '#shared/contract/missed-sales.ts'
import type { NewQuickPatient } from '#shared/contract/persons.ts'
import type { RegisterAct } from '#shared/contract/register-acts.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import type { NewDeliveryAct } from '#shared/contract/deliveries.ts'
import type { NewCount } from '#shared/contract/inventory-counting.ts'
import type { NewStockAct } from '#shared/contract/stock-acts.ts'
import type { PhotoNote, ReceiptPhotoNote, TakenNote } from '#shared/store/outbox/parcels.ts'
import { queueFacts } from '#shared/store/outbox/queue-facts.ts'
import type { OutboxRow, ParcelKind } from '#shared/store/sales/sales-rows.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

const at = Date.parse('2026-11-21T11:42:00.000Z')
const moment = new Date(at).toISOString()
const id = uuid7(at)

type Acts = { [Act in RegisterAct['act']]: Partial<Extract<RegisterAct, { act: Act }>> & { act: Act } }
const acts: Acts = {
  open: { act: 'open', openedAt: moment },
  count: { act: 'count', countedAt: moment },
  'hand-over': { act: 'hand-over', countedAt: moment },
  close: { act: 'close', countedAt: moment },
  'open-sale': { act: 'open-sale', openedAt: moment },
  overdraw: { act: 'overdraw', triedAt: moment },
  reopen: { act: 'reopen', id },
  move: { act: 'move', movement: { occurredAt: moment } as Extract<RegisterAct, { act: 'move' }>['movement'] },
  disburse: { act: 'disburse', spentAt: moment },
}
const payloads: Record<ParcelKind, readonly object[]> = {
  sale: [{ soldAt: moment } satisfies Partial<NewSale>],
  patient: [{ createdAt: moment } satisfies Partial<NewQuickPatient>],
  photo: [{ takenAt: moment } satisfies Partial<PhotoNote>],
  'disbursement-photo': [{ takenAt: moment } satisfies Partial<ReceiptPhotoNote>],
  'missed-sale': [{ missedAt: moment } satisfies Partial<NewMissedSale>],
  export: [{ exportedAt: moment } satisfies Partial<NewExport>],
  'parked-taken': [{ version: 1 } satisfies Partial<TakenNote>],
  'register-act': Object.values(acts),
  'stock-act': [{ doneAt: moment } satisfies Partial<NewStockAct>],
  'inventory-count': [{ doneAt: moment } satisfies Partial<NewCount>],
  'delivery-act': [{ doneAt: moment } satisfies Partial<NewDeliveryAct>],
}
const rows = Object.entries(payloads).flatMap(([kind, contents]) =>
  contents.map((content): OutboxRow => ({
    saleId: id,
    kind: kind as ParcelKind,
    seq: 1,
    revision: 1,
    payload: JSON.stringify(content),
    hash: 'h',
    sessionId: 's',
    attempts: 0,
    nextAttemptAt: 0,
    lastFailure: null,
  })),
)
const factsOf = (outbox: readonly OutboxRow[]) => queueFacts({ sales: [], patients: [], outbox })

test.each(rows.map((row) => [row.kind, row.payload, row] as const))(
  'whatever waits says since when: %s %s',
  (_kind, _payload, row) => {
    expect(factsOf([row])).toMatchObject({ waiting: 1, oldestAt: at })
  },
)

test('the oldest counts; what was refused does not wait, and what says no moment makes nobody younger', () => {
  const [sale] = rows
  const soldAt = (moved: number, more: Partial<OutboxRow> = {}): OutboxRow => ({
    ...sale!,
    payload: JSON.stringify({ soldAt: new Date(at + moved).toISOString() }),
    ...more,
  })
  const timeless: OutboxRow = { ...sale!, saleId: crypto.randomUUID(), kind: 'parked-taken', payload: '{}' }
  expect(factsOf([soldAt(5), soldAt(-5), soldAt(-99, { errors: [] }), timeless])).toMatchObject({
    waiting: 3,
    refused: 1,
    oldestAt: at - 5,
  })
  expect(factsOf([timeless]).oldestAt).toBeNull()
})

test('why it did not go is said of the last one that was tried', () => {
  const tried = (lastFailure: string | null): OutboxRow => ({ ...rows[0]!, lastFailure })
  expect(factsOf([tried('internal'), tried('nobody answered'), tried(null)]).lastFailure).toBe('nobody answered')
})
