import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import type { LocalPatient } from '#shared/store/sales/sales-rows.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import type { DraftErrors } from './patient-draft.ts'

/** A patient that the server refused: what was typed, the reason, and the errors by field. */
export type RefusedPatient = { patient: TypedPatient; reason: string; errors: DraftErrors }

const gone = {
  contractId: 'Ce contrat n’existe plus. Choisissez-en un autre.',
  holderId: 'Cet assuré n’existe plus. Choisissez-en un autre.',
}

export function refusedPatient({ patient, ...state }: LocalPatient): RefusedPatient | undefined {
  if (state.status !== 'ERROR') return undefined
  const [error] = state.errors
  const fields = pathsOf(error?.details).flatMap((path) =>
    path === 'body.policy.contractId'
      ? ['contractId' as const]
      : path === 'body.policy.holderId'
        ? ['holderId' as const]
        : [],
  )
  const errors: DraftErrors = Object.fromEntries(fields.map((field) => [field, gone[field]]))
  // Contracts and holders that no longer exist are removed from the draft.
  const policy = patient.policy && {
    ...patient.policy,
    contractId: errors.contractId ? '' : patient.policy.contractId,
    holderId: errors.holderId ? null : patient.policy.holderId,
  }
  const entry = error && catalogueEntry(error.message)
  return {
    patient: { ...patient, policy },
    reason: entry ? `${entry.title}. ${entry.text}` : 'Le patient a été refusé. Vérifiez sa fiche.',
    errors,
  }
}

function pathsOf(details: unknown): string[] {
  const issues =
    typeof details === 'object' && details !== null && 'issues' in details && Array.isArray(details.issues)
      ? (details.issues as unknown[])
      : []
  return issues.flatMap((issue) =>
    typeof issue === 'object' && issue !== null && 'path' in issue && typeof issue.path === 'string'
      ? [issue.path]
      : [],
  )
}
