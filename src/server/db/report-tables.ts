import type { ColumnType, Generated } from 'kysely'
import type { KeptQuestion } from '#shared/contract/own-reports.ts'
import type { Rhythm } from '#shared/domain/reports/schedule.ts'
import type { Optional } from '#server/db/columns.ts'

/** Reports that members built, and their e-mails, column by column (see `tables.ts`). */
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
}
