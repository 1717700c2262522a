import { invitations } from '#shared/contract/invitations.ts'
import { route, type App } from '#server/http/route.ts'
import {
  acceptInvitation,
  inviteMember,
  lookAtInvitation,
  withdrawInvitation,
} from '#server/invitations/invitation.service.ts'

export function invitationRoutes(app: App): void {
  route(app, invitations.invite, ({ params }, context) => inviteMember(context, params.id))
  route(app, invitations.withdraw, ({ params }, context) => withdrawInvitation(context, params.id))
  route(app, invitations.look, ({ body }, context) => lookAtInvitation(context, body.secret))
  route(app, invitations.accept, ({ body }, context) => acceptInvitation(context, body))
}
