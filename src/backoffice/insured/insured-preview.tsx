import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallReply } from '#shared/contract/endpoint.ts'
import type { insuredImports, RowOutcome } from '#shared/contract/insured-imports.ts'
import { plural } from '#shared/ui/plural.ts'
import { insuredColumns, outcomeWords } from '#backoffice/insured/insured-columns.tsx'
import { changesText } from '#backoffice/ui/imports/changes-text.ts'
import { CheckedRows } from '#backoffice/ui/imports/checked-rows.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { TakeButtons } from '#backoffice/ui/imports/take-buttons.tsx'
import { capital } from '#backoffice/ui/lists/french-noun.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'

interface InsuredPreviewProps {
  checked: CallReply<typeof insuredImports.check>
  isOffline: boolean
  isRunning: boolean
  options: ReactNode
  onCheckAgain: () => void
  onStart: () => void
  /** Imports the rows without errors, and leaves out the others. */
  onStartGood: () => void
}

const outcomes = ['error', 'create', 'change', 'same', 'aside'] as const

/** The effect of the import, row by row. Rows with errors are corrected in the file, or left out. */
export function InsuredPreview({
  checked,
  isOffline,
  isRunning,
  options,
  onCheckAgain,
  onStart,
  onStartGood,
}: InsuredPreviewProps) {
  const { rows, errors, ended } = checked
  const of = (outcome: RowOutcome['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const withoutBirthDate = rows.filter(
    ({ outcome, setAside }) => outcome !== 'aside' && setAside.some(({ field }) => field === 'birthDate'),
  ).length
  const good = rows.length - errors - of('aside')
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
          {of('aside') < 2 ? 'elle ne contient' : 'elles ne contiennent'} aucun assuré.
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
      {ended > 0 && errors > 0 && (
        <p>Sans les lignes à corriger, personne ne perd sa police&nbsp;: l’une d’elles peut être celle d’un assuré.</p>
      )}
      {ended > 0 && errors === 0 && (
        <p className={classes.barrier}>
          {plural(ended, 'assuré')} ne {ended < 2 ? 'sera plus couvert' : 'seront plus couverts'}&nbsp;:{' '}
          {ended < 2 ? 'il n’est' : 'ils ne sont'} plus dans le fichier.
        </p>
      )}
      <TakeButtons
        label={`Importer ${plural(good, 'assuré')}`}
        errors={errors}
        good={good}
        isOffline={isOffline}
        isRunning={isRunning}
        onTake={onStart}
        onTakeGood={onStartGood}
      >
        <Button variant="default" disabled={isOffline || isRunning} onClick={onCheckAgain}>
          Vérifier de nouveau
        </Button>
      </TakeButtons>
    </Sheet>
  )
}

interface InsuredSummaryProps {
  contract: { id: string; label: string }
  counts: CallReply<typeof insuredImports.run>
  onAgain: () => void
}

export function InsuredSummary({ contract, counts, onAgain }: InsuredSummaryProps) {
  const { created, changed, same, ended, errors } = counts
  return (
    <Sheet title="Assurés importés">
      <div className={classes.done}>
        <p role="status">
          {capital(
            changesText({ added: created, changed }, [same, 'inchangé'], [ended, 'police retirée', 'polices retirées']),
          )}
          .
        </p>
        {errors > 0 && (
          <p className={classes.barrier}>
            {plural(errors, 'ligne refusée', 'lignes refusées')}&nbsp;: corrigez-les dans le fichier, puis importez-le
            de nouveau.
          </p>
        )}
        <TextLink to={`/contrats/${contract.id}`}>Voir le contrat {contract.label}</TextLink>
        <Button variant="default" onClick={onAgain}>
          Importer un autre fichier
        </Button>
      </div>
    </Sheet>
  )
}
