import type { contracts } from '#shared/contract/contracts.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'

/** A contract as the server lists them: with who pays and how many it covers. */
export type KnownContract = CallReply<typeof contracts.list>['items'][number]
