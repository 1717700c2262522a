import { pinAlerts } from '#shared/contract/pin-alerts.ts'
import { route, type App } from '#server/http/route.ts'
import { listPinAlerts } from '#server/pin-alerts/pin-alert.service.ts'

export function pinAlertRoutes(app: App): void {
  route(app, pinAlerts.list, ({ query }, context) => listPinAlerts(context, query))
}
