import type { ColumnType, Generated } from 'kysely'
import type { Optional } from '#server/db/columns.ts'

/** Background jobs and their results, column by column (see `tables.ts`). */
export type Jobs = Omit<PlatformJobs, 'asked_by'> & { pharmacy_id: string; asked_by: string }
export type PlatformJobs = {
  id: string
  kind: string
  status: Generated<'queued' | 'running' | 'done' | 'failed'>
  progress: Generated<number>
  asked_by: Optional<string>
  asked_at: Date
  attempt: Generated<number>
  started_at: Optional<Date>
  alive_at: Optional<Date>
  finished_at: Optional<Date>
  error: ColumnType<unknown, string | null | undefined, string | null>
}
export type StockExports = {
  pharmacy_id: string
  id: string
  at: Date
  format: 'csv' | 'xlsx'
  group_by: 'category' | 'storage' | 'product' | 'lot'
  with_cost: boolean
  row_count: Optional<number>
  cost_value: Optional<number>
  price_value: Optional<number>
  content: Optional<Buffer>
}
export type RegisterProducts = { country_code: string; key: string; product_id: string }
export type RegisterProfiles = { country_code: string; profile: ColumnType<unknown, string, string> }
export type RegisterImports = {
  id: string
  country_code: string
  file_name: string
  content: ColumnType<unknown, string | null, string | null>
  digest: Optional<string>
  result: ColumnType<unknown, string | null | undefined, string | null>
  applied: Optional<number>
  is_kept: Generated<boolean>
  former_profile: ColumnType<unknown, string | null | undefined, string | null>
  undo_id: Optional<string>
  undo_result: ColumnType<unknown, string | null | undefined, string | null>
}
export type RegisterImportProducts = {
  import_id: string
  product_id: string
  kind: 'made' | 'changed' | 'found'
  version: Optional<number>
  former: ColumnType<unknown, string | null | undefined, string | null>
  keys: Generated<string[]>
}
export type RegisterImportNames = {
  import_id: string
  kind: 'forms' | 'brands' | 'inns' | 'packagings'
  name_id: string
}
