import { waitingWork } from '#shared/contract/waiting-work.ts'
import { route, type App } from '#server/http/route.ts'
import { readWaitingWork } from '#server/waiting-work/waiting-work.service.ts'

export function waitingWorkRoutes(app: App): void {
  route(app, waitingWork.read, (_, context) => readWaitingWork(context, app.services.disabledFamilies))
}
