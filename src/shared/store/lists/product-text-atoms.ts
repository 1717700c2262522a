import { atom } from 'jotai'
import { products } from '#shared/contract/products.ts'
import { keptAnswerAtom } from '#shared/store/lists/kept-answer.ts'

/** The product of the referential whose texts the counter shows; null: none. */
export const textsOfAtom = atom<string | null>(null)

const staleMs = 60 * 60_000

/** The notice of that product. Offline, only when it was the last one read; null when it is not known. */
export const noticeAtom = keptAnswerAtom({
  name: 'notice',
  endpoint: products.notice,
  inputOf: (get) => asked(get(textsOfAtom)),
  staleMs,
})

/** Its summary of product characteristics, in the same way. */
export const spcAtom = keptAnswerAtom({
  name: 'spc',
  endpoint: products.spc,
  inputOf: (get) => asked(get(textsOfAtom)),
  staleMs,
})

function asked(id: string | null) {
  return id === null ? null : { params: { id } }
}
