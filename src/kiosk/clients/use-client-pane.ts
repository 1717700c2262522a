import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import { draftOf, draftOfSearch, type PatientDraft } from './patient-draft.ts'
import type { RefusedPatient } from './refused-patient.ts'

/** What is shown beside the list of clients. */
type Pane =
  | { kind: 'none' }
  | { kind: 'client'; id: string }
  | { kind: 'new'; draft: PatientDraft }
  | { kind: 'refused'; draft: PatientDraft }

interface ClientPaneOptions {
  query: string
  refused: RefusedPatient | undefined
  shownId: string | undefined
  onCreate: (patient: TypedPatient) => Promise<string>
}

/** Which card or form is open beside the list, and the draft of a new patient. */
export function useClientPane({ query, refused, shownId, onCreate }: ClientPaneOptions) {
  const { countryCode } = useAtomValue(tradeAtom)
  const [pane, setPane] = useState<Pane>(() => {
    if (refused) return { kind: 'refused', draft: draftOf(refused.patient, countryCode) }
    return shownId === undefined ? { kind: 'none' } : { kind: 'client', id: shownId }
  })
  // A draft that was left is restored if the same words are searched for again.
  const kept = useRef<{ query: string; draft: PatientDraft }>(undefined)
  const show = (id: string) => setPane({ kind: 'client', id })
  return {
    pane,
    show,
    close: () => setPane({ kind: 'none' }),
    begin() {
      const draft = kept.current?.query === query ? kept.current.draft : draftOfSearch(query)
      kept.current = { query, draft }
      setPane({ kind: 'new', draft })
    },
    keep(draft: PatientDraft) {
      if (kept.current) kept.current = { ...kept.current, draft }
    },
    async create(patient: TypedPatient) {
      const id = await onCreate(patient)
      kept.current = undefined
      show(id)
    },
  }
}
