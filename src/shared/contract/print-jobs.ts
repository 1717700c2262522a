import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id } from '#shared/contract/values.ts'

/**
 * Bytes for a network printer of the pharmacy. The job names the printer by its id in the settings: the server never
 * connects to an address that a terminal sends. A job repeated with the same id within an hour is printed once.
 */
export const printJobs = {
  create: endpoint({
    method: 'POST',
    path: '/print-jobs',
    summary: 'Print on a network printer',
    permission: 'terminal',
    leaves: true,
    touchesNothing: 'Paper is no answer, and no job is stored',
    body: z.object({ id: Id, printerId: Id, data: z.base64().max(500_000) }),
    unreplayed: 'outside',
    reply: z.object({ id: Id }),
    status: 200,
  }),
}
