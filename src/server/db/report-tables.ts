import type { ColumnType, Generated } from 'kysely'
import type { KeptQuestion } from '#shared/contract/own-reports.ts'
import type { PeerMeasure, PeerSize } from '#shared/domain/reports/peers.ts'
import type { Rhythm } from '#shared/domain/reports/schedule.ts'
import type { Optional } from '#server/db/columns.ts'

/** Reports that members built, their e-mails, and who asks reports from outside, column by column (see `tables.ts`). */
export type ReportTables = {
  own_reports: {
    pharmacy_id: string
    id: string
    user_id: string
    shared: Generated<boolean>
    pinned: Generated<boolean>
    name: string
    question: ColumnType<KeptQuestion, string, string>
  }
  report_schedules: {
    pharmacy_id: string
    report_id: string
    user_id: string
    rhythm: Rhythm
    hour: number
    recipients: string[]
    format: 'xlsx' | 'csv'
    set_at: Date
  }
  report_sendings: {
    pharmacy_id: string
    report_id: string
    day: string
    id: string
    at: Date
    problem: Optional<'gone' | 'rights' | 'words' | 'off'>
  }
  peer_quartiles: {
    domain_id: string
    country_code: string
    month: string
    size: PeerSize
    measure: PeerMeasure
    lower: number | null
    median: number | null
    upper: number | null
  }
  assistant_tokens: {
    pharmacy_id: string
    id: string
    user_id: string
    name: string
    secret_hash: string
    created_at: Date
    last_day: string
    revoked_at: Optional<Date>
    revoked_by: Optional<string>
  }
  assistant_calls: {
    pharmacy_id: string
    id: string
    token_id: string
    at: Date
    question: ColumnType<unknown, string | null, never>
  }
}
