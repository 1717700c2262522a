import { invitations } from '#shared/contract/invitations.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import { route, type App } from '#server/http/route.ts'
import {
  acceptInvitation,
  inviteMember,
  lookAtInvitation,
  withdrawInvitation,
} from '#server/invitations/invitation.service.ts'

export function invitationRoutes(app: App, jobs: Pick<JobLoop, 'wake'>): void {
  route(app, invitations.invite, async ({ params }, context) => {
    const link = await inviteMember(context, params.id, app.services.mailOrigin)
    jobs.wake()
    return link
  })
  route(app, invitations.withdraw, ({ params }, context) => withdrawInvitation(context, params.id))
  route(app, invitations.look, ({ body }, context) => lookAtInvitation(context, body.secret))
  route(app, invitations.accept, ({ body }, context) => acceptInvitation(context, body))
}
