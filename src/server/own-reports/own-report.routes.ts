import { ownReports } from '#shared/contract/own-reports.ts'
import { route, type App } from '#server/http/route.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import {
  changeOwnReport,
  createOwnReport,
  listOwnReports,
  readOwnReport,
  removeOwnReport,
  scheduleReport,
  sendReport,
  unscheduleReport,
} from '#server/own-reports/own-report.service.ts'

export function ownReportRoutes(app: App, jobs: Pick<JobLoop, 'wake'>): void {
  route(app, ownReports.list, ({ query }, context) => listOwnReports(context, query))
  route(app, ownReports.read, ({ params }, context) => readOwnReport(context, params.id))
  route(app, ownReports.create, ({ body }, context) => createOwnReport(context, body))
  route(app, ownReports.patch, ({ params, body }, context) => changeOwnReport(context, params.id, body))
  route(app, ownReports.remove, ({ params }, context) => removeOwnReport(context, params.id))
  route(app, ownReports.schedule, ({ params, body }, context) => scheduleReport(context, params.id, body))
  route(app, ownReports.send, async ({ params }, context) => {
    const report = await sendReport(context, params.id)
    jobs.wake()
    return report
  })
  route(app, ownReports.unschedule, ({ params }, context) => unscheduleReport(context, params.id))
}
