import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { createCompanyContract } from '#server/contract-policies/company-contract.service.ts'
import {
  changePolicy,
  createPolicy,
  listPolicies,
  readPolicy,
  removePolicy,
} from '#server/contract-policies/policy.service.ts'
import { route, type App } from '#server/http/route.ts'

export function policyRoutes(app: App): void {
  route(app, contractPolicies.list, ({ query }, context) => listPolicies(context, query))
  route(app, contractPolicies.read, ({ params }, context) => readPolicy(context, params.id))
  route(app, contractPolicies.create, ({ body }, context) => createPolicy(context, body))
  route(app, contractPolicies.patch, ({ params, body }, context) => changePolicy(context, params.id, body))
  route(app, contractPolicies.remove, ({ params }, context) => removePolicy(context, params.id))
  route(app, contracts.removePolicy, ({ params }, context) => removePolicy(context, params.id))
  route(app, contractPolicies.companyContract, ({ body }, context) => createCompanyContract(context, body))
}
