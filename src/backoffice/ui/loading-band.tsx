import { useAtomValue } from 'jotai'
import { companyListStateAtom } from '#shared/store/lists/company-list-atoms.ts'
import { schemeView } from '#shared/store/lists/scheme-atoms.ts'
import { organizationListStateAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personListStateAtom } from '#shared/store/lists/person-list-atoms.ts'
import { listStateAtom } from '#shared/store/lists/product-list-atoms.ts'
import { ListProgress } from '#shared/ui/list-progress.tsx'
import classes from '#backoffice/ui/bands.module.css'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'

const lists = [
  { stateAtom: listStateAtom, name: 'des produits' },
  { stateAtom: personListStateAtom, name: 'des clients' },
  { stateAtom: organizationListStateAtom, name: 'des organismes' },
  { stateAtom: companyListStateAtom, name: 'des assureurs' },
  { stateAtom: schemeView.stateAtom, name: 'de la liste du régime' },
]

/** Shown above every screen while a long list is downloaded to this terminal. */
export function LoadingBand() {
  return lists.map((list) => <Loading key={list.name} {...list} />)
}

function Loading({ stateAtom, name }: (typeof lists)[number]) {
  const { load, syncedAt } = useAtomValue(stateAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  if (!load) return null
  const words = isOffline
    ? `Chargement ${name} interrompu, il reprendra avec le réseau`
    : syncedAt === null
      ? `Premier chargement ${name} sur ce poste`
      : `Nouveau chargement ${name}, l’ancienne liste reste en service`
  return (
    <section className={`${classes.band} ${classes.loading}`} aria-label={`Chargement ${name}`}>
      <ListProgress label={words} {...load} />
    </section>
  )
}
