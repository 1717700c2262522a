import { noteQuestion } from '#server/assistants/assistant.service.ts'
import { reports } from '#shared/contract/reports.ts'
import { fileRoute } from '#server/export-traces/file-route.ts'
import { checkAccess } from '#server/http/access.ts'
import { route, type App } from '#server/http/route.ts'
import { reportFile } from '#server/reports/report-file.ts'
import { understandQuestion } from '#server/reports/question-in-words.service.ts'
import { askReport, readReportMeta } from '#server/reports/report.service.ts'

export function reportRoutes(app: App): void {
  route(app, reports.meta, async (_, context) => {
    await noteQuestion(context, null)
    return readReportMeta(context)
  })
  route(app, reports.ask, async ({ body }, context) => {
    await noteQuestion(context, body)
    return askReport(context, body)
  })
  fileRoute(app, reports.file, async ({ body: { title, format, ...query } }, context) => {
    checkAccess({ permission: 'data.export' }, context.actor)
    const { name, content, trace } = await reportFile(context, query, { title, format })
    return { name, content, trace }
  })
  route(app, reports.understand, ({ query }, context) => understandQuestion(context, query.text))
}
