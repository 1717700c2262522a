import { moneyStatements } from '#shared/contract/money-statements.ts'
import { route, type App } from '#server/http/route.ts'
import {
  createMoneyStatement,
  decideLine,
  listMoneyStatements,
  matchAgain,
  readMoneyProfile,
  readMoneyStatement,
  removeMoneyStatement,
} from '#server/money-statements/money-statement.service.ts'

export function moneyStatementRoutes(app: App): void {
  route(app, moneyStatements.list, ({ query }, context) => listMoneyStatements(context, query))
  route(app, moneyStatements.profile, ({ query }, context) => readMoneyProfile(context, query))
  route(app, moneyStatements.read, ({ params }, context) => readMoneyStatement(context, params.id))
  route(app, moneyStatements.create, ({ body }, context) => createMoneyStatement(context, body))
  route(app, moneyStatements.match, ({ params }, context) => matchAgain(context, params.id))
  route(app, moneyStatements.decide, ({ params, body }, context) => decideLine(context, params.id, body))
  route(app, moneyStatements.remove, ({ params }, context) => removeMoneyStatement(context, params.id))
}
