import { printJobs } from '#shared/contract/print-jobs.ts'
import { openPrintJobs } from '#server/print-jobs/print-job.service.ts'
import { route, type App } from '#server/http/route.ts'

export function printJobRoutes(app: App): void {
  const jobs = openPrintJobs(app.services.printers)
  route(app, printJobs.create, ({ body }, context) => jobs.print(context, body))
}
