import { registerImports } from '#shared/contract/register-imports.ts'
import { route, type App } from '#server/http/route.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import {
  askRegisterImport,
  checkRegister,
  listRegisterImports,
  readRegisterImport,
  readRegisterProfile,
} from '#server/register-imports/register-import.service.ts'
import { askUndo, previewUndo } from '#server/register-imports/register-undo.service.ts'

export function registerImportRoutes(app: App, jobs: Pick<JobLoop, 'wake'>): void {
  route(app, registerImports.readProfile, ({ params }, context) => readRegisterProfile(context, params.code))
  route(app, registerImports.check, ({ body }, context) => checkRegister(context.database, body))
  route(app, registerImports.create, async ({ body }, context) => {
    const made = await askRegisterImport(context, body)
    jobs.wake()
    return made
  })
  route(app, registerImports.list, ({ query }, context) => listRegisterImports(context, query))
  route(app, registerImports.read, ({ params }, context) => readRegisterImport(context, params.id))
  route(app, registerImports.previewUndo, ({ params }, context) => previewUndo(context, params.id))
  route(app, registerImports.undo, async ({ params }, context) => {
    const asked = await askUndo(context, params.id)
    jobs.wake()
    return asked
  })
}
