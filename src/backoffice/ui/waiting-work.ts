import { useAtomValue } from 'jotai'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { type WaitingName, waitingRows } from '#shared/contract/waiting-work.ts'
import { schemeLinesAtom } from '#shared/store/lists/scheme-atoms.ts'
import { plural } from '#shared/ui/plural.ts'
import type { WaitingWork } from '#backoffice/ui/screens.ts'
import { stockState } from '#backoffice/ui/stock-row.ts'
import { stockRowsAtom } from '#backoffice/ui/stock-rows-atom.ts'
import { waitingCountsAtom } from '#backoffice/ui/waiting-counts.ts'

/** Counted in the list that this terminal keeps, without a request. */
export const negativeStock: WaitingWork = {
  useCount: () => [...useAtomValue(stockRowsAtom).values()].filter((row) => stockState(row) === 'negatif').length,
  // No call corrects a stock here yet.
  needs: 'stock.adjust',
  words: (count) => `${plural(count, 'produit')} en stock négatif`,
  path: '/stock?etat=negatif',
}

/** Counted in the list that this terminal keeps, without a request. */
export const unassociatedLines: WaitingWork = {
  useCount: () =>
    [...useAtomValue(schemeLinesAtom).values()].filter(({ archived, productId }) => !archived && productId === null)
      .length,
  needs: productHealthInsurance.associateProduct.permission,
  words: (count) => `${plural(count, 'ligne')} du régime sans produit`,
  path: '/regime?seulement=sans',
}

/** Counted by the server. `path`: the address with which the list asks what was counted (`waitingRows`). */
export function counted(name: WaitingName, { path, words }: Pick<WaitingWork, 'path' | 'words'>): WaitingWork {
  return {
    useCount: () => useAtomValue(waitingCountsAtom)?.[name] ?? 0,
    needs: waitingRows[name].work.permission,
    words,
    path,
  }
}
