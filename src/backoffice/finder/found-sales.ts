import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { sales } from '#shared/contract/sales.ts'
import { queryOf } from '#shared/store/queries.ts'

export const shownSales = 5

/** The text that sales are searched by: follows what is typed when the hand rests. */
export const saleSearchAtom = atom('')

/** Sales by number, ticket, name or product sold: the server knows them, so this needs the network. */
export const foundSalesAtom = atomWithQuery((get) => {
  const search = get(saleSearchAtom)
  return { ...queryOf(sales.list, { query: { search, size: shownSales } }), enabled: search.length >= 2 }
})
