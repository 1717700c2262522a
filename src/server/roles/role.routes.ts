import { roles } from '#shared/contract/users.ts'
import { changeRole, createRole, listRoles, readRole, removeRole } from '#server/roles/role.service.ts'
import { route, type App } from '#server/http/route.ts'

export function roleRoutes(app: App): void {
  route(app, roles.list, ({ query }, context) => listRoles(context, query))
  route(app, roles.read, ({ params }, context) => readRole(context, params.id))
  route(app, roles.create, ({ body }, context) => createRole(context, body))
  route(app, roles.patch, ({ params, body }, context) => changeRole(context, params.id, body))
  route(app, roles.remove, ({ params }, context) => removeRole(context, params.id))
}
