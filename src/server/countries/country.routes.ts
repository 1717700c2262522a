import { countries } from '#shared/contract/countries.ts'
import { changeSections, listCountries, listSections, writeCountry } from '#server/countries/country.service.ts'
import { route, type App } from '#server/http/route.ts'

export function countryRoutes(app: App): void {
  route(app, countries.list, (_, context) => listCountries(context))
  route(app, countries.write, ({ params, body }, context) => writeCountry(context, params.id, body))
  route(app, countries.sections, ({ params }, context) => listSections(context, params.id))
  route(app, countries.changeSections, ({ params, body }, context) => changeSections(context, params.id, body.sections))
}
