import type { CallReply } from '#shared/contract/endpoint.ts'
import type { FiscalReport, fiscalReports } from '#shared/contract/fiscal-reports.ts'
import { fiscalReport } from '#shared/domain/fiscal/fiscal-report.ts'
import { fiscalProfile } from '#shared/domain/fiscal/profiles.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import {
  closingsMeant,
  documentsCounted,
  documentsOfDays,
  findClosings,
  type ClosingsQuery,
  type ReportQuery,
} from '#server/fiscal-documents/fiscal-report.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { fiscalPlatformOf } from '#server/locale/pharmacy-country.repo.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'

/**
 * The sums of documents: of one closing, of the closings of a day, or of what no closing has counted. Canceled sales that
 * were never sent count nowhere. Throws `requests:notFound` for a closing that the pharmacy does not have.
 */
export function readFiscalReport(context: Context, query: ReportQuery): Promise<FiscalReport> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const isOpen = query.z === undefined && query.day === undefined
    const withheld = isOpen ? await withheldFrom(tx, context) : []
    const { platform, numbers } = await closingsMeant(tx, pharmacyId, query)
    if (query.z !== undefined) requireRow(numbers[0])
    const rows = await documentsCounted(tx, pharmacyId, {
      numbers: isOpen ? null : numbers,
      withheld,
      registerId: query.registerId,
    })
    const states: FiscalReport['states'] = {}
    for (const { state } of rows) states[state] = (states[state] ?? 0) + 1
    const documents = rows.flatMap(({ content, state }) => (content && state !== 'settled' ? [content] : []))
    return {
      ...fiscalReport(documents, fiscalProfile(platform).rounding),
      states,
      from: rows[0]?.soldAt.toISOString() ?? null,
      to: rows.at(-1)?.soldAt.toISOString() ?? null,
      numbers,
      withheld: withheld.length,
    }
  })
}

/** What the documents of these days say by tax group, credit notes subtracted, in minor units. */
export async function invoicedIn(
  tx: Tx,
  pharmacyId: string,
  days: { from: string; to: string; timeZone: string },
): Promise<Pick<FiscalReport, 'groups' | 'aib'> & { documents: number }> {
  const documents = await documentsOfDays(tx, pharmacyId, days)
  const { groups, aib } = fiscalReport(documents, fiscalProfile(await fiscalPlatformOf(tx, pharmacyId)).rounding)
  return { groups, aib, documents: documents.length }
}

export function listFiscalClosings(
  context: Context,
  query: ClosingsQuery,
): Promise<CallReply<typeof fiscalReports.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => findClosings(tx, pharmacyId, query))
}
