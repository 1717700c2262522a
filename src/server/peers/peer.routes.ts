import { reports } from '#shared/contract/reports.ts'
import { route, type App } from '#server/http/route.ts'
import { readPeers } from '#server/peers/peer.service.ts'

export function peerRoutes(app: App): void {
  route(app, reports.peers, (_, context) => readPeers(context))
}
