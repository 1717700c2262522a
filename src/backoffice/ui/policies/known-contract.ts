import type { contracts } from '#shared/contract/contracts.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'

/** A contract as listed by the server, with its payer and number of insured persons. */
export type KnownContract = CallReply<typeof contracts.list>['items'][number]
