import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { ContractPolicy } from '#shared/contract/contract-policies.ts'
import type { Person } from '#shared/contract/persons.ts'
import { byPayingOrder } from '#shared/domain/coverage/coverage.ts'
import { policyState, type PolicyState } from '#shared/domain/coverage/policy-state.ts'
import { policiesOfAtom, unknownPoliciesOfAtom } from '#shared/store/lists/coverage-atoms.ts'
import type { PersonPolicy } from '#shared/store/lists/payers-of.ts'
import { dayOfAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useNow } from '#shared/ui/use-now.ts'

/**
 * A policy as the counter shows it before anything is sold. `known: null`: its contract is archived or not on this
 * terminal, so it covers nothing.
 */
export type ShownPolicy = { policy: ContractPolicy } & (
  { known: PersonPolicy; state: PolicyState } | { known: null; state: null }
)

/** The policies of a person in paying order: social security first, policies that cover nothing last. */
const shownPoliciesAtom = atom((get) => {
  const [policiesOf, unknownOf] = [get(policiesOfAtom), get(unknownPoliciesOfAtom)]
  return (person: Person, today: string): ShownPolicy[] => [
    ...policiesOf(person, today)
      .sort(({ payer: a }, { payer: b }) => byPayingOrder(a, b))
      .map((known) => ({ policy: known.policy, known, state: policyState(known.payer, known.payer.ceilings, today) })),
    ...unknownOf(person).map((policy) => ({ policy, known: null, state: null })),
  ]
})

export function useShownPolicies(person: Person | undefined): readonly ShownPolicy[] {
  const shownPolicies = useAtomValue(shownPoliciesAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  return useMemo(() => (person ? shownPolicies(person, today) : []), [shownPolicies, person, today])
}
