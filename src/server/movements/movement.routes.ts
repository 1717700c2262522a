import { movements } from '#shared/contract/movements.ts'
import { movementFilterWords } from '#server/movements/movement-csv.ts'
import { exportMovements, listMovements, moveMoney, readMovementReport } from '#server/movements/movement.service.ts'
import { csvRoute } from '#server/export-traces/csv-route.ts'
import { route, type App } from '#server/http/route.ts'

export function movementRoutes(app: App): void {
  route(app, movements.create, ({ body }, context) => moveMoney(context, body))
  route(app, movements.report, ({ query }, context) => readMovementReport(context, query))
  route(app, movements.movementReportData, ({ query }, context) => listMovements(context, query))
  csvRoute(
    app,
    movements.movementReportCsv,
    { list: 'Mouvements', filters: ({ query }) => movementFilterWords(query) },
    ({ query }, context) => exportMovements(context, query),
  )
}
