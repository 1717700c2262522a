import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import nothing from '#kiosk/ui/empty.module.css'
import { personListStateAtom } from '#shared/store/lists/person-list-atoms.ts'
import { listRetryAtom } from '#shared/store/lists/product-list-atoms.ts'
import { ListProgress } from '#shared/ui/list-progress.tsx'
import { Loader } from '#shared/ui/loader.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/**
 * Shown in place of results: nothing typed, nothing found, an empty list, or a list that is still loading. Each case
 * lets the user create a patient.
 */
export function NoClient({ query, isReady, onClear }: { query: string; isReady: boolean; onClear: () => void }) {
  const { isLoading, load, hasError, count, syncedAt } = useAtomValue(personListStateAtom)
  const { state } = useAtomValue(connectivityAtom)
  const retry = useAtomValue(listRetryAtom)
  const face = () => {
    if (syncedAt === null && state === 'offline')
      return (
        <span>
          Hors ligne. La liste des clients n’est pas encore sur ce poste. Un nouveau patient peut être enregistré.
        </span>
      )
    if (syncedAt === null && hasError)
      return (
        <>
          <span>La liste des clients n’a pas pu être lue. Un nouveau patient peut être enregistré.</span>
          <Button variant="default" onClick={() => retry?.retry('persons')}>
            Réessayer
          </Button>
        </>
      )
    if (syncedAt === null && load) return <ListProgress label="Premier chargement des clients sur ce poste" {...load} />
    if (syncedAt === null && isLoading) return <Loader label="Chargement des clients" />
    // The index is not ready, so « aucun client » would be false.
    if (count > 0 && !isReady) return <Loader label="Chargement des clients" />
    if (count === 0) return <span>Aucun client enregistré. Le premier se crée avec «&nbsp;Nouveau patient&nbsp;».</span>
    if (query === '') return <span>Tapez un nom, un téléphone ou un numéro de carte, ou scannez la carte.</span>
    return (
      <>
        <span>
          Aucun client pour «&nbsp;{query}&nbsp;». «&nbsp;Nouveau patient&nbsp;» reprend ce que vous avez tapé.
        </span>
        <Button variant="default" onClick={onClear}>
          Effacer la recherche
        </Button>
      </>
    )
  }
  return <li className={nothing.empty}>{face()}</li>
}
