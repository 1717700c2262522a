import type {
  KeptProduct,
  LeftRow,
  RegisterCounts,
  RegisterImport,
  RegisterOutcome,
  UndoCounts,
} from '#shared/contract/register-imports.ts'
import { registerFields, registerFieldWords, type RegisterField } from '#shared/domain/registers/register-fields.ts'
import { formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
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
export function statusOf(run: RegisterImport): { label: string; tone?: StatusTone } {
  const { undo } = run
  if (!undo || undo.status === 'failed') return jobState(run, 'Importé')
  if (undo.status === 'done') return { label: 'Annulé', tone: 'neutral' }
  return { label: `Annulation\u00a0: ${jobState(undo, '').label.toLowerCase()}`, tone: 'info' }
}

/** « Annulé le sam. 21 nov. 2026, 12:42 par MIN Ada »; null for an import that stands. */
export function undoneText({ undo }: RegisterImport): string | null {
  return undo?.finishedAt && undo.status === 'done'
    ? `Annulé le ${formatMoment(undo.finishedAt)}${undo.byName === null ? '' : ` par ${undo.byName}`}`
    : null
}

/** The same for a list, where « Annulé » is the state. */
export function undoneDayText({ undo }: RegisterImport): string | null {
  return undo?.finishedAt && undo.status === 'done'
    ? `le ${formatShortDay(undo.finishedAt)}${undo.byName === null ? '' : ` par ${undo.byName}`}`
    : null
}

export const keptWords: Record<KeptProduct['reason'], { label: string; tone: StatusTone; reason: string }> = {
  used: { label: 'Archivé', tone: 'neutral', reason: 'Une pharmacie, un régime ou un grossiste l’utilise.' },
  changed: { label: 'Laissé', tone: 'warning', reason: 'Modifié depuis cet import.' },
  listed: { label: 'Laissé', tone: 'warning', reason: 'Le registre d’un autre pays le contient aussi.' },
}

/** The effect of an undo, before and after it. */
export function undoFacts({ removed, archived, restored, left }: UndoCounts): { label: string; value: string }[] {
  return [
    { label: 'Produits créés, retirés', value: removed },
    { label: 'Produits créés et déjà utilisés, archivés', value: archived },
    { label: 'Produits modifiés, remis à leurs anciennes valeurs', value: restored },
    { label: 'Produits modifiés depuis, laissés tels quels', value: left },
  ].map(({ label, value }) => ({ label, value: formatAmount(value, { decimals: 0 }) }))
}

export function countsText({ created, changed, same, proposed, aside }: RegisterCounts): string {
  return capital(
    changesText(
      { added: created, changed },
      [same, 'inchangé'],
      [proposed, 'ligne à décider', 'lignes à décider'],
      [aside, 'ligne écartée', 'lignes écartées'],
    ),
  )
}
