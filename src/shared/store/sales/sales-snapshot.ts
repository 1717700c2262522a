import type {
  AcknowledgedSale,
  Display,
  LastCount,
  LocalPatient,
  MissedNote,
  OpenRegister,
  OutboxRow,
  PrintJob,
  SentAct,
} from '#shared/store/sales/sales-rows.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'

/** The content that screens show. Without photos: their outbox rows are enough. */
export type SalesSnapshot = {
  sales: LocalSale[]
  outbox: OutboxRow[]
  acknowledged: AcknowledgedSale[]
  patients: LocalPatient[]
  prints: PrintJob[]
  display: Display | null
  missed: readonly MissedNote[]
  sentActs: readonly SentAct[]
  registers: OpenRegister[]
  lastCount: LastCount | null
}
export const emptySnapshot: SalesSnapshot = {
  sales: [],
  outbox: [],
  acknowledged: [],
  patients: [],
  prints: [],
  display: null,
  missed: [],
  sentActs: [],
  registers: [],
  lastCount: null,
}

/** The stores that a snapshot reads; only four keys of `meta`. */
export const snapshotParts = ['sales', 'outbox', 'acknowledged', 'patients', 'prints', 'registers', 'meta'] as const
export type SnapshotPart = (typeof snapshotParts)[number]
