import type { contracts } from '#shared/contract/contracts.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'

export type ContractDetail = CallReply<typeof contracts.read>
export type ContractException = ContractDetail['products'][number]

/** The exception as the call expects it, without the product's label. */
export function bodyOfException({
  pharmacyProductId,
  excluded,
  coverage,
  referencePrice,
}: ContractException): Omit<ContractException, 'label'> {
  return { pharmacyProductId, excluded, coverage, referencePrice }
}
