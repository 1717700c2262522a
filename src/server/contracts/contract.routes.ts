import { contracts } from '#shared/contract/contracts.ts'
import {
  changeContract,
  createContract,
  listContracts,
  listContractsOfPayer,
  readContract,
  removeContract,
} from '#server/contracts/contract.service.ts'
import { route, type App } from '#server/http/route.ts'

export function contractRoutes(app: App): void {
  route(app, contracts.list, ({ query }, context) => listContracts(context, query))
  route(app, contracts.company, ({ params }, context) => listContractsOfPayer(context, params.id))
  route(app, contracts.read, ({ params }, context) => readContract(context, params.id))
  route(app, contracts.create, ({ body }, context) => createContract(context, body))
  route(app, contracts.patch, ({ params, body }, context) => changeContract(context, params.id, body))
  route(app, contracts.remove, ({ params }, context) => removeContract(context, params.id))
}
