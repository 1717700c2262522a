import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id } from '#shared/contract/values.ts'

/**
 * Bytes for a printer of the shop's network, by its id in the pharmacy's settings: the server never opens an address that a terminal names.
 * Asked again with the same id within the hour, nothing is printed twice.
 */
export const printJobs = {
  create: endpoint({
    method: 'POST',
    path: '/print-jobs',
    summary: 'Print on a network printer',
    permission: 'terminal',
    touchesNothing: 'Paper is no answer, and no job is stored',
    body: z.object({ id: Id, printerId: Id, data: z.base64().max(500_000) }),
    reply: z.object({ id: Id }),
    status: 200,
  }),
}
