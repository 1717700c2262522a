import { mecef } from '#shared/contract/mecef.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { confirmCopy, readEngine } from '#server/pharmacies/engine.service.ts'
import { beginBeside, daysKept } from '#server/pharmacies/beside.service.ts'
import { forgetStandby, pairStandby } from '#server/pharmacies/standby.service.ts'
import { enterPharmacy, ownPharmacies } from '#server/pharmacies/entry.service.ts'
import { pharmacyRoles, pharmacyUsers, readPharmacy } from '#server/pharmacies/pharmacy.service.ts'
import { setFiscalToken, testFiscalToken } from '#server/pharmacies/fiscal-token.service.ts'
import { changeIdentity, changeSettings } from '#server/pharmacies/settings.service.ts'
import { route, type App } from '#server/http/route.ts'

export function pharmacyRoutes(app: App): void {
  route(app, pharmacies.mine, (_, context) => ownPharmacies(context))
  route(app, pharmacies.enter, ({ params }, context) => enterPharmacy(context, params.id))
  route(app, pharmacies.engine, (_, context) => readEngine(context, app.services))
  route(app, pharmacies.confirmCopy, (_, context) => confirmCopy(context))
  route(app, pharmacies.tryBackup, () => Promise.resolve({ began: app.services.apart.drills?.tryNow() ?? false }))
  route(app, pharmacies.keptDays, (_, context) => daysKept(context, app.services.apart.beside))
  route(app, pharmacies.openBeside, ({ body }, context) => beginBeside(context, body, app.services.apart.beside))
  route(app, pharmacies.closeBeside, async () => {
    await app.services.apart.beside?.end()
    return {}
  })
  route(app, pharmacies.pairStandby, (_, context) => pairStandby(context, app.services.standby))
  route(app, pharmacies.forgetStandby, (_, context) => forgetStandby(context, app.services.standby))
  route(app, pharmacies.read, ({ params }, context) => readPharmacy(context, params.id))
  route(app, pharmacies.changeSettings, ({ body }, context) => changeSettings(context, body, app.services.printers))
  route(app, pharmacies.changeIdentity, ({ body }, context) => changeIdentity(context, body))
  route(app, pharmacies.setFiscalToken, ({ body }, context) =>
    setFiscalToken(context, body.token, app.services.secrets),
  )
  route(app, mecef.testToken, ({ body }, context) =>
    testFiscalToken(context, body.token, {
      secrets: app.services.secrets,
      simulators: app.services.fiscalSimulators,
    }),
  )
  route(app, pharmacies.changePrinters, ({ body }, context) => changeSettings(context, body, app.services.printers))
  route(app, pharmacies.users, ({ params }, context) => pharmacyUsers(context, params.id))
  route(app, pharmacies.roles, ({ params }, context) => pharmacyRoles(context, params.id))
}
