/** What a payer may ask for on each voucher. */
export const voucherNeeds = ['number', 'insured-number', 'beneficiary', 'prescriber', 'photo'] as const
export type VoucherNeed = (typeof voucherNeeds)[number]
/** Why a voucher would be refused: something is missing, its sale went over a ceiling, or it comes too late. */
export type VoucherFault = VoucherNeed | 'ceiling' | 'foreclosed'

export type VoucherFacts = {
  /** By a policy: a payer who is not the client. Credit of a client needs no papers. */
  isInsured: boolean
  /** The counter asks for a number of the paper; the national scheme has none. */
  hasPaper: boolean
  voucher: string | null
  insuredNumber: string | null
  beneficiary: string | null
  prescriber: string | null
  photos: number
  overCeiling: boolean
}

/** What is missing on a voucher, by what its payer asks for; empty: complete. `isForeclosed`: it comes too late. */
export function voucherFaults(
  facts: VoucherFacts,
  needs: readonly VoucherNeed[],
  isForeclosed: boolean,
): VoucherFault[] {
  const late = isForeclosed ? (['foreclosed'] as const) : []
  if (!facts.isInsured) return [...late]
  const has: Record<VoucherNeed, boolean> = {
    number: !facts.hasPaper || Boolean(facts.voucher),
    'insured-number': Boolean(facts.insuredNumber),
    beneficiary: Boolean(facts.beneficiary),
    prescriber: Boolean(facts.prescriber),
    photo: facts.photos > 0,
  }
  return [
    ...voucherNeeds.filter((need) => needs.includes(need) && !has[need]),
    ...(facts.overCeiling ? ['ceiling' as const] : []),
    ...late,
  ]
}
