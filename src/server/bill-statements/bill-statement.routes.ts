import { billStatements } from '#shared/contract/bill-statements.ts'
import {
  cancelStatement,
  createStatement,
  decideLines,
  listStatements,
  patchStatement,
  putStatementLine,
  readStatement,
  readStatementProfile,
  removeStatementLine,
} from '#server/bill-statements/bill-statement.service.ts'
import { readStatementNotes, readStatementRecords } from '#server/bill-statements/show-statement.ts'
import { reopenStatement, validateStatement } from '#server/bill-statements/validate-statement.ts'
import { route, type App } from '#server/http/route.ts'

export function billStatementRoutes(app: App): void {
  route(app, billStatements.list, ({ query }, context) => listStatements(context, query))
  route(app, billStatements.profile, ({ params }, context) => readStatementProfile(context, params.id))
  route(app, billStatements.read, ({ params }, context) => readStatement(context, params.id))
  route(app, billStatements.records, ({ params, query }, context) => readStatementRecords(context, params.id, query))
  route(app, billStatements.notes, ({ params }, context) => readStatementNotes(context, params.id))
  route(app, billStatements.create, ({ body }, context) => createStatement(context, body))
  route(app, billStatements.patch, ({ params, body }, context) => patchStatement(context, params.id, body))
  route(app, billStatements.putRecord, ({ params, body }, context) => putStatementLine(context, params, body))
  route(app, billStatements.removeRecord, ({ params }, context) => removeStatementLine(context, params))
  route(app, billStatements.decide, ({ params, body }, context) => decideLines(context, params.id, body))
  route(app, billStatements.validate, ({ params }, context) => validateStatement(context, params.id))
  route(app, billStatements.reopen, ({ params }, context) => reopenStatement(context, params.id))
  route(app, billStatements.cancel, ({ params, body }, context) => cancelStatement(context, params.id, body))
}
