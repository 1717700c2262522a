import { priceListImports } from '#shared/contract/wholesalers.ts'
import { priceFieldWord } from '#backoffice/wholesalers/price-list-words.ts'
import { ImportHistory, shownRuns } from '#backoffice/ui/imports/import-history.tsx'
import type { ImportWords } from '#backoffice/ui/imports/run-rows.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const words: ImportWords = {
  code: 'Code',
  label: 'Désignation',
  fieldWord: priceFieldWord,
  same: ['prix inchangé', 'prix inchangés'],
  gone: ['code retiré', 'codes retirés'],
  undo: 'Les codes ajoutés sont retirés, et les prix modifiés redeviennent ceux d’avant, dans l’historique aussi. Les produits que vous avez associés depuis restent associés.',
  taken: 'Un autre code a pris sa place',
  exported: 'Codes',
  isOfPlatform: true,
}

/** The last price lists of a wholesaler that were imported. */
export function PriceListHistory({ wholesalerId }: { wholesalerId: string }) {
  const { data } = useAnswer(priceListImports.history, { query: { wholesalerId, size: shownRuns } })
  return <ImportHistory runs={data} calls={priceListImports} words={words} />
}
