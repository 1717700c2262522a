import { insuredImports } from '#shared/contract/insured-imports.ts'
import { insuredFieldWord } from '#backoffice/insured/insured-columns.tsx'
import { ImportHistory, shownRuns } from '#backoffice/ui/imports/import-history.tsx'
import type { ImportWords } from '#backoffice/ui/imports/run-rows.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const words: ImportWords = {
  code: 'N° d’assuré',
  label: 'Nom',
  fieldWord: insuredFieldWord,
  same: ['inchangé', 'inchangés'],
  gone: ['police retirée', 'polices retirées'],
  undo: 'Les polices et les fiches ajoutées sont archivées, et ce que le fichier a modifié ou retiré redevient comme avant. Ce qui a été modifié ou utilisé depuis est gardé.',
  taken: 'Une autre police a ce numéro',
  exported: 'Assurés',
}

/** The last files of insured persons that were imported under a contract. */
export function InsuredHistory({ contractId }: { contractId: string }) {
  const { data } = useAnswer(insuredImports.history, { query: { contractId, size: shownRuns } })
  return <ImportHistory runs={data} calls={insuredImports} words={words} />
}
