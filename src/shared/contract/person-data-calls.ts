import { endpoint } from '#shared/contract/endpoint.ts'
import { PersonData } from '#shared/contract/person-data.ts'
import { ById } from '#shared/contract/values.ts'

/** Apart from the calls of persons: what is given away names sales, which name persons. */
export const personData = {
  give: endpoint({
    method: 'POST',
    path: '/exports/persons/{id}',
    summary: 'All that is kept of one person; leaves the trace of an export',
    permission: 'data.export',
    touches: ['exports'],
    params: ById,
    reply: PersonData,
    status: 200,
  }),
}
