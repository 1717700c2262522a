import type { PolicyDetail } from '#shared/contract/contract-policies.ts'
import type { Ceiling } from '#shared/domain/coverage/coverage.ts'
import { ceilingWords, policyStateWords } from '#shared/domain/coverage/coverage-words.ts'
import { policyState, type PolicyState } from '#shared/domain/coverage/policy-state.ts'
import { policyTerms } from '#shared/domain/coverage/policy-terms.ts'
import type { Validity } from '#shared/domain/coverage/validity.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'

/** What decides the state of a policy today: its own validity and ceilings, and its contract's. */
export type Standing = Validity & {
  state: PolicyState
  ceilings: readonly Ceiling[]
  percent: number
  words: string
  tone: StatusTone
}

const tones: Record<PolicyState['kind'], StatusTone> = {
  valid: 'success',
  expiring: 'warning',
  expired: 'danger',
  'not-yet-valid': 'info',
  exhausted: 'danger',
}

export function standingOf(policy: PolicyDetail, today: string): Standing {
  const { contract } = policy
  const terms = policyTerms(policy, contract, today)
  const state = policyState(terms, terms.ceilings, today)
  const known = { ...terms, state }
  return contract.archived
    ? { ...known, words: 'Contrat archivé', tone: 'neutral' }
    : { ...known, words: policyStateWords(state), tone: tones[state.kind] }
}

/** The amount left of each ceiling, in minor units. */
export function ceilingsLeft({
  ceilings,
}: Pick<Standing, 'ceilings'>): { words: string; limit: number; left: number }[] {
  return ceilings.map((ceiling) => ({
    words: ceilingWords(ceiling),
    limit: ceiling.limit,
    left: Math.max(0, ceiling.limit - ceiling.used),
  }))
}
