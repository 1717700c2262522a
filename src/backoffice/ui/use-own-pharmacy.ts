import { useAtomValue } from 'jotai'
import { pharmacies } from '#shared/contract/users.ts'
import { pharmacyIdAtom } from '#shared/store/identity/identity-atoms.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** The pharmacy of this terminal, read from the server, so that settings are never edited from an old copy. */
export function useOwnPharmacy() {
  const id = useAtomValue(pharmacyIdAtom)
  return useAnswer(pharmacies.read, { params: { id: id ?? '' } }, { enabled: id !== null })
}
