import { IconFileImport, IconSparkles } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { productHealthInsurance as scheme } from '#shared/contract/product-health-insurance.ts'
import { plural } from '#shared/ui/plural.ts'
import { AssociationPanel } from '#backoffice/scheme/association-panel.tsx'
import { offlineSchemeAtom } from '#backoffice/scheme/listed-scheme.ts'
import { useSchemeColumns } from '#backoffice/scheme/scheme-columns.tsx'
import { searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type Query = QueryOf<typeof scheme.withAssociatedProduct>
type Reply = CallReply<typeof scheme.withAssociatedProduct>

const schemeList = list({
  home: '/regime',
  title: 'Liste du régime',
  noun: noun('ligne', 'f'),
  source: serverPages(scheme.withAssociatedProduct, { disk: offlineSchemeAtom }),
  useColumns: useSchemeColumns,
  filters: [
    searchFilter<Query>('Filtrer la liste du régime'),
    switchFilter<Query>({
      key: 'seulement',
      label: 'Lignes',
      all: 'Toutes',
      choices: [
        { value: 'sans', label: 'Sans produit', query: { only: 'missing' } },
        { value: 'avec', label: 'Avec produit', query: { only: 'associated' } },
      ],
    }),
  ],
  facts: ({ total, missing }, { search, only }) =>
    search || only ? plural(total, 'ligne') : `${plural(total, 'ligne')}, ${missing} sans produit`,
  open: { panel: AssociationPanel },
  whenEmpty: { label: 'Importer la liste', needs: scheme.importList.permission, path: '/regime/import' },
  Actions: SchemeActions,
  words: {
    error: 'La liste du régime n’a pas pu être chargée.',
    offline: 'La liste du régime demande le réseau.',
    empty: 'La liste du régime est vide. Importez le fichier qu’il publie.',
  },
})

/** The national scheme's list: reimbursed lines with their product of the referential. */
export function SchemeScreen() {
  return <ListScreen list={schemeList} />
}

function SchemeActions({ reply }: { reply: Reply | undefined }) {
  const [, go] = useLocation()
  const mayEdit = useMay(scheme.associateProduct)
  if (!mayEdit) return null
  return (
    <>
      <WriteButton
        variant="default"
        leftSection={<IconFileImport size={18} aria-hidden />}
        onClick={() => go('/regime/import')}
      >
        Importer
      </WriteButton>
      <WriteButton
        leftSection={<IconSparkles size={18} aria-hidden />}
        disabled={!reply || reply.missing === 0}
        onClick={() => go('/regime/associer')}
      >
        Associer les produits
      </WriteButton>
    </>
  )
}
