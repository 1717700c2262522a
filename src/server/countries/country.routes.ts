import { countries } from '#shared/contract/users.ts'
import { listCountries } from '#server/countries/country.service.ts'
import { route, type App } from '#server/http/route.ts'

export function countryRoutes(app: App): void {
  route(app, countries.list, (_, context) => listCountries(context))
}
