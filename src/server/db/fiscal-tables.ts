import type { ColumnType, Generated } from 'kysely'
import type { FiscalState } from '#shared/contract/fiscal-documents.ts'
import type { PlatformDifference } from '#shared/domain/fiscal/platform-differences.ts'
import type { FiscalDocument } from '#shared/domain/fiscal/fiscal-document.ts'
import type { Optional } from '#server/db/columns.ts'

type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** Documents of the fiscal platform, the calls about them, and who may make them, column by column (see `tables.ts`). */
type FiscalDocuments = {
  pharmacy_id: string
  id: string
  kind: FiscalDocument['kind']
  sale_id: string
  return_id: Optional<string>
  original_id: Optional<string>
  number: string
  operator: string
  sold_at: Date
  register_id: string
  z_number: Optional<number>
  state: FiscalState
  content: OptionalJson<FiscalDocument>
  total: Optional<number>
  progress: OptionalJson<unknown>
  elements: OptionalJson<unknown>
  is_simulated: Generated<boolean>
  trouble: Optional<string>
  fields: OptionalJson<unknown>
  evidence: OptionalJson<unknown>
  attempts: Generated<number>
  failures: Generated<number>
  next_at: Optional<Date>
  prints: Generated<number>
  settled_way: Optional<string>
  settled_reason: Optional<string>
  settled_code: Optional<string>
  settled_by: Optional<string>
  settled_at: Optional<Date>
  created_at: Date
  certified_at: Optional<Date>
}
type FiscalExchanges = {
  pharmacy_id: string
  seq: Generated<number>
  document_id: string
  at: Date
  step: string
  method: string
  url: string
  request: Optional<string>
  status: Optional<number>
  answer: string
  took_ms: number
}
type FiscalQueues = {
  pharmacy_id: string
  leased_by: Optional<string>
  leased_until: Optional<Date>
  next_at: Optional<Date>
  checked_at: Optional<Date>
  differences: ColumnType<PlatformDifference[], string | undefined, string>
}
type FiscalZReports = { pharmacy_id: string; number: number; register_id: string; closed_at: Date }
export type FiscalTables = {
  fiscal_documents: FiscalDocuments
  fiscal_exchanges: FiscalExchanges
  fiscal_queues: FiscalQueues
  fiscal_z_reports: FiscalZReports
}
