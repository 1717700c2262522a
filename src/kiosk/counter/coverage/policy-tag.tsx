import { policyStateWords } from '#shared/domain/coverage/coverage-words.ts'
import type { PolicyState } from '#shared/domain/coverage/policy-state.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import type { ShownPolicy } from './policies.ts'

const tones: Record<PolicyState['kind'], StatusTone> = {
  valid: 'success',
  expiring: 'warning',
  expired: 'danger',
  'not-yet-valid': 'neutral',
  exhausted: 'warning',
}

/** The state of a policy, as a coloured word. */
export function PolicyTag({ policy: { state } }: { policy: ShownPolicy }) {
  if (!state) return <StatusTag tone="danger">Contrat archivé</StatusTag>
  return <StatusTag tone={tones[state.kind]}>{policyStateWords(state)}</StatusTag>
}
