import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { KeptQuestion, OwnReport, ownReports } from '#shared/contract/own-reports.ts'
import type { ReportQuery } from '#shared/contract/reports.ts'
import { AppError } from '#shared/domain/errors.ts'
import { askedFilters, choiceOf, knownQuestion } from '#shared/domain/reports/own-question.ts'
import { periodOn } from '#shared/domain/reports/relative-period.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import {
  deleteReport,
  deleteSchedule,
  findReport,
  insertReport,
  putSchedule,
  reportsSeenBy,
  scheduleAs,
  updateReport,
  type Reader,
} from '#server/own-reports/own-report.repo.ts'
import { queueSending, schedulerOf } from '#server/own-reports/report-sending.repo.ts'
import { checkReport } from '#server/reports/report.service.ts'

/** One’s own reports and those shared in the pharmacy. What they show is asked by each reader, with his own rights. */
export function listOwnReports(
  context: Context,
  query: HandlerInput<typeof ownReports.list>['query'],
): Promise<CallReply<typeof ownReports.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => reportsSeenBy(tx, pharmacyId, readerOf(context), query))
}

/** Throws `requests:notFound`, also for a report that another member keeps for himself. */
export function readOwnReport(context: Context, id: string): Promise<OwnReport> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => reportOf(tx, context, id))
}

/**
 * Throws `requests:taken` for a name of another report that the member would see beside it, `auth:forbidden` for a measure
 * without its right, `requests:invalid` for a dimension that the rows of a measure do not say.
 */
export function createOwnReport(
  context: Context,
  body: HandlerInput<typeof ownReports.create>['body'],
): Promise<OwnReport> {
  const pharmacyId = pharmacyOf(context)
  const id = randomUUID()
  return context.database.write(pharmacyId, async (tx) => {
    await checkQuestion(tx, context, body.question)
    await insertReport(tx, pharmacyId, context.actor.userId, { id, ...body })
    return reportOf(tx, context, id)
  })
}

/** Changes a report of one’s own; one that a colleague shares needs the right `settings.edit`. */
export function changeOwnReport(
  context: Context,
  id: string,
  body: HandlerInput<typeof ownReports.patch>['body'],
): Promise<OwnReport> {
  return changing(context, id, async (tx, pharmacyId, report) => {
    if (body.question) {
      await checkQuestion(tx, context, body.question)
      await scheduleAs(tx, pharmacyId, id, context.actor.userId)
    }
    await updateReport(tx, pharmacyId, applyChange<OwnReport>(report, body))
  })
}

export async function removeOwnReport(context: Context, id: string): Promise<{ id: string }> {
  const pharmacyId = pharmacyOf(context)
  await context.database.write(pharmacyId, async (tx) => {
    requireMay(await reportOf(tx, context, id))
    await deleteReport(tx, pharmacyId, id)
  })
  return { id }
}

/**
 * From now on the report is sent with the rights of who asks. Throws `auth:forbidden` without the right to export or that to
 * a measure of the report.
 */
export function scheduleReport(
  context: Context,
  id: string,
  body: HandlerInput<typeof ownReports.schedule>['body'],
): Promise<OwnReport> {
  const { actor, now } = context
  if (!actor.permissions.has('data.export')) throw new AppError('auth:forbidden', { permission: 'data.export' })
  return changing(context, id, async (tx, pharmacyId, { question }) => {
    await checkQuestion(tx, context, question)
    await putSchedule(tx, pharmacyId, id, { ...body, to: [...new Set(body.to)], userId: actor.userId, at: now })
  })
}

/**
 * Queues the e-mails of this day, with the rights of the scheduler; its hour then finds them. Throws `requests:conflict` for
 * a report that is not scheduled, or was sent today.
 */
export function sendReport(context: Context, id: string): Promise<OwnReport> {
  return changing(context, id, async (tx, pharmacyId, { schedule }) => {
    const day = await pharmacyToday(tx, pharmacyId, context.now)
    const userId = schedule && (await schedulerOf(tx, pharmacyId, id))
    if (!userId || !(await queueSending(tx, pharmacyId, { reportId: id, userId, day, at: context.now })))
      throw new AppError('requests:conflict')
  })
}

export function unscheduleReport(context: Context, id: string): Promise<OwnReport> {
  return changing(context, id, (tx, pharmacyId) => deleteSchedule(tx, pharmacyId, id))
}

/** The question as it is asked on a day of the pharmacy; null when the vocabulary has lost a part of it. */
export function queryOn(question: KeptQuestion, today: string, limit: number): ReportQuery | null {
  const known = knownQuestion(question)
  const { measures, dimensions, filters, lost } = known
  if (lost.length > 0) return null
  return {
    measures,
    dimensions,
    filters: askedFilters(filters),
    period: periodOn(question.period, today),
    comparison: question.comparison,
    order: null,
    ...choiceOf(known, measures),
    limit: Math.min(limit, known.limit ?? limit),
  }
}

function changing(
  context: Context,
  id: string,
  change: (tx: Tx, pharmacyId: string, report: OwnReport) => Promise<void>,
): Promise<OwnReport> {
  const pharmacyId = pharmacyOf(context)
  return context.database.write(pharmacyId, async (tx) => {
    await change(tx, pharmacyId, requireMay(await reportOf(tx, context, id)))
    return reportOf(tx, context, id)
  })
}

async function reportOf(tx: Tx, context: Context, id: string): Promise<OwnReport> {
  return requireRow(await findReport(tx, pharmacyOf(context), readerOf(context), id))
}

function readerOf({ actor }: Context): Reader {
  return { userId: actor.userId, isManager: actor.permissions.has('settings.edit') }
}

function requireMay(report: OwnReport): OwnReport {
  if (!report.mayChange) throw new AppError('auth:forbidden')
  return report
}

async function checkQuestion(tx: Tx, context: Context, question: KeptQuestion): Promise<void> {
  const query = queryOn(question, await pharmacyToday(tx, pharmacyOf(context), context.now), 1)
  if (!query)
    throw new AppError('requests:invalid', {
      issues: [{ path: 'body.question.dimensions', message: 'not known of a measure' }],
    })
  checkReport(context, query, 'body.question')
}
