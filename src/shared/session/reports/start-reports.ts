import { countScreens } from '#shared/session/reports/count-screens.ts'
import { openReports } from '#shared/session/reports/report-errors.ts'

/** Starts what this build reports: errors, and which screens are opened. Returns the function that stops the count. */
export function startReports(): () => void {
  // A window works as well without reports.
  openReports().catch(() => undefined)
  return countScreens()
}
