import { prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { amendEntry, listEntries } from '#server/prescription-register/prescription-register.service.ts'
import { route, type App } from '#server/http/route.ts'

export function prescriptionRegisterRoutes(app: App): void {
  route(app, prescriptionRegister.list, ({ query }, context) => listEntries(context, query))
  route(app, prescriptionRegister.amend, ({ body }, context) => amendEntry(context, body))
}
