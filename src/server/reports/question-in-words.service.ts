import type { UnderstoodQuestion } from '#shared/contract/reports.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { measureNames } from '#shared/domain/reports/measures.ts'
import { nameFinder } from '#shared/domain/reports/words/named-records.ts'
import { wordsSought } from '#shared/domain/reports/words/phrase-at.ts'
import { understand } from '#shared/domain/reports/words/understand.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import { namedRecords } from '#server/reports/named-record.repo.ts'
import { allowedMeasures } from '#server/reports/report.service.ts'

/** The report that a question in words means, of the measures that the member may ask for. */
export function understandQuestion(context: Context, text: string): Promise<UnderstoodQuestion> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const find = nameFinder(await namedRecords(tx, pharmacyId, wordsSought(text)))
    const today = localDayOf(context.now, await timeZoneOf(tx, pharmacyId))
    return understand(text, { today, find, allowed: allowedMeasures(context, measureNames) })
  })
}
