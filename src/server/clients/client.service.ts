import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { clients } from '#shared/contract/clients.ts'
import { clientHeads, findClients } from '#server/clients/client.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { outgoingOf } from '#server/credit/outgoing.repo.ts'

/**
 * Lists persons and organizations with one search. A person who was merged into another is never listed, archived or
 * not.
 */
export function listClients(
  context: Context,
  query: HandlerInput<typeof clients.list>['query'],
): Promise<CallReply<typeof clients.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const { ids, total } = await findClients(tx, pharmacyId, query)
    const heads = await clientHeads(tx, pharmacyId, ids)
    const outgoing = await outgoingOf(tx, pharmacyId, ids)
    const items = heads.map((head) => {
      const { billed, unbilled } = outgoing.get(head.id)!
      return { ...head, outgoing: billed + unbilled }
    })
    return { items, total }
  })
}
