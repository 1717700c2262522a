import { organizations } from '#shared/contract/organizations.ts'
import { listBills, listPolicies, readOutgoing } from '#server/organizations/organization-account.service.ts'
import {
  changeOrganization,
  createOrganization,
  everyOrganization,
  listOrganizations,
  readOrganization,
  removeOrganization,
} from '#server/organizations/organization.service.ts'
import { route, type App } from '#server/http/route.ts'

export function organizationRoutes(app: App): void {
  route(app, organizations.list, ({ query }, context) => listOrganizations(context, query))
  route(app, organizations.all, (_, context) => everyOrganization(context))
  route(app, organizations.read, ({ params }, context) => readOrganization(context, params.id))
  route(app, organizations.create, ({ body }, context) => createOrganization(context, body))
  route(app, organizations.patch, ({ params, body }, context) => changeOrganization(context, params.id, body))
  route(app, organizations.remove, ({ params }, context) => removeOrganization(context, params.id))
  route(app, organizations.outgoing, ({ params, query }, context) => readOutgoing(context, params.id, query))
  route(app, organizations.bills, ({ params, query }, context) => listBills(context, params.id, query))
  route(app, organizations.contractPolicies, ({ params, query }, context) => listPolicies(context, params.id, query))
}
