import { users } from '#shared/contract/users.ts'
import { route, type App } from '#server/http/route.ts'
import {
  changeUser,
  createUser,
  everyUser,
  listUsers,
  readUser,
  membersWithWeakPin,
  removeUser,
  userOfAccount,
} from '#server/users/user.service.ts'

export function userRoutes(app: App): void {
  route(app, users.list, ({ query }, context) => listUsers(context, query))
  route(app, users.weakPins, (_, context) => membersWithWeakPin(context))
  route(app, users.all, (_, context) => everyUser(context))
  route(app, users.ofAccount, ({ params }, context) => userOfAccount(context, params.id))
  route(app, users.read, ({ params }, context) => readUser(context, params.id))
  route(app, users.create, ({ body }, context) => createUser(context, body))
  route(app, users.patch, ({ params, body }, context) => changeUser(context, params.id, body))
  route(app, users.remove, ({ params }, context) => removeUser(context, params.id))
}
