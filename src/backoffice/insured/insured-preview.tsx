import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { insuredImports, RowOutcome } from '#shared/contract/insured-imports.ts'
import { plural } from '#shared/ui/plural.ts'
import { insuredColumns, outcomeWords } from '#backoffice/insured/insured-columns.tsx'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'

interface InsuredPreviewProps {
  checked: CallReply<typeof insuredImports.check>
  isOffline: boolean
  isRunning: boolean
  options: ReactNode
  onCheckAgain: () => void
  onStart: () => void
}

const outcomes = ['error', 'create', 'change', 'same', 'aside'] as const

/** The effect of the import, row by row. One row with an error blocks the whole import. */
export function InsuredPreview({ checked, isOffline, isRunning, options, onCheckAgain, onStart }: InsuredPreviewProps) {
  const { rows, errors, ended } = checked
  const of = (outcome: RowOutcome['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const withoutBirthDate = rows.filter(
    ({ outcome, setAside }) => outcome !== 'aside' && setAside.some(({ field }) => field === 'birthDate'),
  ).length
  const barrier = isOffline
    ? 'Hors ligne : importer demande le réseau. Ce que vous avez choisi est conservé.'
    : errors > 0
      ? 'Rien n’est importé tant qu’une ligne est à corriger. Corrigez le fichier, puis choisissez-le de nouveau.'
      : undefined
  return (
    <Sheet title="3. Vérification" fact="rien n’est encore enregistré">
      <CheckedRows
        label="Lignes du fichier"
        rows={rows}
        columns={insuredColumns}
        outcomes={outcomes}
        words={outcomeWords}
        first={errors > 0 ? 'error' : undefined}
        exportName={(shown) => (shown === 'error' ? 'Assurés à corriger' : 'Assurés vérifiés')}
      />
      {options}
      {of('aside') > 0 && (
        <p>
          {plural(of('aside'), 'ligne écartée', 'lignes écartées')}&nbsp;:{' '}
          {of('aside') < 2 ? 'elle ne nomme' : 'elles ne nomment'} aucun assuré.
        </p>
      )}
      {withoutBirthDate > 0 && (
        <p>
          {plural(
            withoutBirthDate,
            'date de naissance incomplète laissée vide',
            'dates de naissance incomplètes laissées vides',
          )}
          .
        </p>
      )}
      {ended > 0 && (
        <p className={classes.barrier}>
          {plural(ended, 'assuré')} ne {ended < 2 ? 'sera plus couvert' : 'seront plus couverts'}&nbsp;: le fichier ne{' '}
          {ended < 2 ? 'le nomme' : 'les nomme'} plus.
        </p>
      )}
      <div className={classes.buttons}>
        <Button disabled={barrier !== undefined} loading={isRunning} onClick={onStart}>
          Importer {plural(rows.length - errors - of('aside'), 'assuré')}
        </Button>
        <Button variant="default" disabled={isOffline || isRunning} onClick={onCheckAgain}>
          Vérifier de nouveau
        </Button>
        {barrier && <span className={classes.barrier}>{barrier}</span>}
      </div>
    </Sheet>
  )
}

interface InsuredSummaryProps {
  contract: { id: string; label: string }
  counts: CallReply<typeof insuredImports.run>
  onAgain: () => void
}

export function InsuredSummary({ contract, counts: { created, changed, same, ended }, onAgain }: InsuredSummaryProps) {
  return (
    <Sheet title="Assurés importés">
      <div className={classes.done}>
        <p role="status">
          {[
            plural(created, 'nouveau', 'nouveaux'),
            plural(changed, 'changé'),
            plural(same, 'inchangé'),
            ...(ended > 0 ? [plural(ended, 'police retirée', 'polices retirées')] : []),
          ].join(', ')}
          .
        </p>
        <TextLink to={`/contrats/${contract.id}`}>Voir le contrat {contract.label}</TextLink>
        <Button variant="default" onClick={onAgain}>
          Importer un autre fichier
        </Button>
      </div>
    </Sheet>
  )
}
