import { domains, platformAccounts, platformPharmacies } from '#shared/contract/platform.ts'
import { route, type App } from '#server/http/route.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import {
  changeAccount,
  createAccount,
  inviteAccount,
  listAccounts,
  readAccount,
} from '#server/platform/account.service.ts'
import { changeDomain, createDomain, listDomains, readDomain, removeDomain } from '#server/platform/domain.service.ts'
import {
  changePharmacy,
  createPharmacy,
  inviteOwner,
  listPharmacies,
  readPlatformPharmacy,
} from '#server/platform/platform-pharmacy.service.ts'

/** The administration of the platform: its accounts have no pharmacy, and these calls show no patient and no sale. */
export function platformRoutes(app: App, jobs: Pick<JobLoop, 'wake'>): void {
  const { mailOrigin } = app.services
  route(app, platformPharmacies.list, ({ query }, context) => listPharmacies(context, query))
  route(app, platformPharmacies.read, ({ params }, context) => readPlatformPharmacy(context, params.id))
  route(app, platformPharmacies.create, ({ body }, context) => createPharmacy(context, body))
  route(app, platformPharmacies.patch, ({ params, body }, context) => changePharmacy(context, params.id, body))
  // Nothing of a pharmacy is ever deleted: it is suspended.
  route(app, platformPharmacies.remove, async ({ params: { id } }, context) => {
    await changePharmacy(context, id, { suspended: true })
    return { id }
  })
  route(app, platformPharmacies.inviteOwner, async ({ params }, context) => {
    const link = await inviteOwner(context, params.id, mailOrigin)
    jobs.wake()
    return link
  })
  route(app, domains.list, ({ query }, context) => listDomains(context, query))
  route(app, domains.read, ({ params }, context) => readDomain(context, params.id))
  route(app, domains.create, ({ body }, context) => createDomain(context, body.name))
  route(app, domains.patch, ({ params, body }, context) => changeDomain(context, params.id, body))
  route(app, domains.remove, ({ params }, context) => removeDomain(context, params.id))
  route(app, platformAccounts.list, ({ query }, context) => listAccounts(context, query))
  route(app, platformAccounts.read, ({ params }, context) => readAccount(context, params.id))
  route(app, platformAccounts.create, ({ body }, context) => createAccount(context, body))
  route(app, platformAccounts.patch, ({ params, body }, context) => changeAccount(context, params.id, body))
  route(app, platformAccounts.remove, async ({ params: { id } }, context) => {
    await changeAccount(context, id, { active: false })
    return { id }
  })
  route(app, platformAccounts.invite, async ({ params }, context) => {
    const link = await inviteAccount(context, params.id, mailOrigin)
    jobs.wake()
    return link
  })
}
