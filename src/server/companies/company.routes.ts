import { companies } from '#shared/contract/companies.ts'
import {
  changeCompany,
  createCompany,
  everyCompany,
  listCompanies,
  readCompany,
  removeCompany,
} from '#server/companies/company.service.ts'
import { route, type App } from '#server/http/route.ts'

export function companyRoutes(app: App): void {
  route(app, companies.list, ({ query }, context) => listCompanies(context, query))
  route(app, companies.all, (_, context) => everyCompany(context))
  route(app, companies.read, ({ params }, context) => readCompany(context, params.id))
  route(app, companies.create, ({ body }, context) => createCompany(context, body))
  route(app, companies.patch, ({ params, body }, context) => changeCompany(context, params.id, body))
  route(app, companies.remove, ({ params }, context) => removeCompany(context, params.id))
}
