import { atom } from 'jotai'
import { pharmacyProductStorages, type Storage } from '#shared/contract/pharmacy-product-storages.ts'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { keptAnswerAtom } from '#shared/store/lists/kept-answer.ts'

const keptAtom = keptAnswerAtom({
  name: 'storages',
  endpoint: pharmacyProductStorages.all,
  inputOf: () => ({}),
  staleMs: 60 * 60_000,
})

/** The storages in use, by label. Offline those of the last answer; empty before the first. */
export const storagesAtom = atom((get): readonly Storage[] =>
  (get(keptAtom) ?? []).toSorted((a, b) => compareTexts(a.label, b.label)),
)
