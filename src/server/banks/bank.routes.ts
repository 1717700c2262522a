import { banks } from '#shared/contract/banks.ts'
import { changeBank, createBank, everyBank, listBanks, readBank, removeBank } from '#server/banks/bank.service.ts'
import { route, type App } from '#server/http/route.ts'

export function bankRoutes(app: App): void {
  route(app, banks.list, ({ query }, context) => listBanks(context, query))
  route(app, banks.all, (_, context) => everyBank(context))
  route(app, banks.read, ({ params }, context) => readBank(context, params.id))
  route(app, banks.create, ({ body }, context) => createBank(context, body))
  route(app, banks.patch, ({ params, body }, context) => changeBank(context, params.id, body))
  route(app, banks.remove, ({ params }, context) => removeBank(context, params.id))
}
