import { schemeImports } from '#shared/contract/product-health-insurance.ts'
import { ImportHistory, shownRuns } from '#backoffice/ui/imports/import-history.tsx'
import type { ImportWords } from '#backoffice/ui/imports/run-rows.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const words: ImportWords = {
  code: 'Code',
  label: 'Libellé',
  same: ['ligne inchangée', 'lignes inchangées'],
  gone: ['ligne archivée', 'lignes archivées'],
  undo: 'Les lignes ajoutées sont archivées, et celles que le fichier a modifiées ou archivées redeviennent comme avant. Les lignes modifiées depuis sont gardées, et les produits associés depuis restent associés.',
  taken: 'Son produit est sur une autre ligne',
  exported: 'Lignes du régime',
}

/** The last lists of the scheme that were imported. */
export function SchemeHistory() {
  const { data } = useAnswer(schemeImports.history, { query: { size: shownRuns } })
  return <ImportHistory runs={data} calls={schemeImports} words={words} />
}
