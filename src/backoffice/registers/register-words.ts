import type { LeftRow, RegisterCounts, RegisterImport, RegisterOutcome } from '#shared/contract/register-imports.ts'
import { registerFields, registerFieldWords, type RegisterField } from '#shared/domain/registers/register-fields.ts'
import { plural } from '#shared/ui/plural.ts'
import type { StatusTone } from '#shared/ui/status-tag.tsx'
import { changesText } from '#backoffice/ui/imports/changes-text.ts'
import type { MappedField } from '#backoffice/ui/imports/mapping-step.tsx'
import { jobState } from '#backoffice/ui/job-state.ts'
import { capital } from '#backoffice/ui/lists/french-noun.ts'

export const mappedRegisterFields: readonly MappedField<RegisterField>[] = registerFields.map((field) => ({
  field,
  ...registerFieldWords[field],
}))

export const outcomeWords: Record<RegisterOutcome['outcome'], { label: string; many: string; tone: StatusTone }> = {
  new: { label: 'Nouveau', many: 'Nouveaux', tone: 'success' },
  change: { label: 'Changé', many: 'Changés', tone: 'info' },
  same: { label: 'Inchangé', many: 'Inchangés', tone: 'neutral' },
  proposed: { label: 'À décider', many: 'À décider', tone: 'warning' },
  aside: { label: 'Écarté', many: 'Écartés', tone: 'danger' },
}

/** Why a row is set aside, or what is known about it. */
export function reasonsText({ reasons, outcome }: Pick<LeftRow, 'reasons' | 'outcome'>): string {
  if (outcome === 'proposed') return 'Un produit du même nom existe, rien n’a été décidé.'
  return reasons.map(({ field, text }) => `${registerFieldWords[field].label}\u00a0: ${text}`).join(' ')
}

/** What a list says of an import. */
export const statusOf = (run: RegisterImport) => jobState(run, 'Importé')

export function countsText({ created, changed, same, proposed, aside }: RegisterCounts): string {
  return [
    capital(changesText({ added: created, changed })),
    plural(same, 'inchangé'),
    ...(proposed > 0 ? [`${plural(proposed, 'ligne')} à décider`] : []),
    ...(aside > 0 ? [plural(aside, 'ligne écartée', 'lignes écartées')] : []),
  ].join(', ')
}
