import { atom } from 'jotai'
import { banks } from '#shared/contract/banks.ts'
import { compareTexts } from '#shared/domain/compare-texts.ts'
import { keptAnswerAtom } from '#shared/store/lists/kept-answer.ts'

const banksAtom = keptAnswerAtom({ name: 'banks', endpoint: banks.all, inputOf: () => ({}), staleMs: 60 * 60_000 })

/** Names of the banks that issue cheques, sorted. Offline those of the last answer; empty before the first. */
export const bankNamesAtom = atom((get): readonly string[] =>
  (get(banksAtom) ?? []).map(({ name }) => name).sort(compareTexts),
)
