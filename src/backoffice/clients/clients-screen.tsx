import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { Link } from 'wouter'
import { type Client, clients } from '#shared/contract/clients.ts'
import { persons } from '#shared/contract/persons.ts'
import { useCheck } from '#backoffice/clients/check-button.tsx'
import { clientPath, useClientColumns, useClientTags } from '#backoffice/clients/client-columns.tsx'
import { offlineClientsAtom } from '#backoffice/clients/listed-clients.ts'
import { NewClientPanel } from '#backoffice/clients/new-client-panel.tsx'
import { choiceFilter, rowFilter, searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { type BatchAction, list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { useMay } from '#backoffice/ui/rights.ts'

type Query = QueryOf<typeof clients.list>

const clientList = list({
  home: '/clients',
  title: 'Clients',
  noun: noun('client', 'm'),
  source: serverPages(clients.list, {
    usual: { column: 'nom', direction: 'ascending' },
    disk: offlineClientsAtom,
  }),
  useColumns: useClientColumns,
  filters: [
    searchFilter<Query>('Filtrer les clients'),
    switchFilter<Query>({
      key: 'type',
      label: 'Type de client',
      all: 'Tous',
      choices: [
        { value: 'particulier', label: 'Patients', query: { kind: 'person' } },
        { value: 'organisme', label: 'Organismes', query: { kind: 'organization' } },
      ],
    }),
    choiceFilter<Query>({
      key: 'seulement',
      label: 'Afficher',
      all: 'Tous',
      choices: [
        { value: 'assures', label: 'Assurés', query: { only: 'insured' } },
        { value: 'debiteurs', label: 'Avec un encours', query: { only: 'debtors' } },
        { value: 'a-verifier', label: 'À vérifier', query: { only: 'to-check' } },
        { value: 'archives', label: 'Archivés', query: { only: 'archived' } },
      ],
    }),
    rowFilter<Query>({
      key: 'etiquette',
      label: 'Étiquette',
      all: 'Toutes',
      none: 'Aucune étiquette',
      unknown: 'Une étiquette',
      useChoices: useTagChoices,
      query: (tag) => ({ tag }),
    }),
  ],
  open: { page: clientPath },
  create: { needs: persons.create.permission, panel: NewClientPanel },
  useBatch: useCheckBatch,
  Actions: Duplicates,
  words: { offline: 'La liste des clients demande le réseau.', empty: 'Aucun client enregistré.' },
})

/** Persons and organizations in one list with one search. */
export function ClientsScreen() {
  return <ListScreen list={clientList} />
}

function useTagChoices() {
  return useClientTags().map(({ id, label }) => ({ value: id, label }))
}

/** Records of the counter are ticked off where they are listed for that. */
function useCheckBatch({ only }: Partial<Query>): readonly BatchAction<Client>[] {
  const check = useCheck()
  return only === 'to-check' ? [{ label: 'Vérifié', needs: persons.check.permission, run: check }] : []
}

function Duplicates() {
  if (!useMay(persons.merge)) return null
  return (
    <Button
      variant="default"
      component={Link}
      href="/clients/doublons"
      leftSection={<IconUsersGroup size={18} aria-hidden />}
    >
      Doublons possibles
    </Button>
  )
}
