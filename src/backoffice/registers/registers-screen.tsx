import { IconFileImport } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { registerImports, type RegisterImport } from '#shared/contract/register-imports.ts'
import { countries } from '#shared/contract/countries.ts'
import { statusOf, undoneDayText } from '#backoffice/registers/register-words.ts'
import { isOpenImport, RegisterWatch } from '#backoffice/registers/register-watch.tsx'
import {
  dayColumn,
  numberColumn,
  sortedHere,
  stateColumn,
  textColumn,
  type ListColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { wholeList } from '#backoffice/ui/lists/list-source.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** Of the last 30 days. */
const mostImports = 2_000
const importPath = '/referentiel/registres/import'

const registerList = list({
  home: '/referentiel/registres',
  title: 'Registres',
  noun: noun('import', 'm'),
  source: wholeList(registerImports.list, mostImports),
  useColumns: useRegisterColumns,
  filters: [searchFilter('Filtrer par fichier, pays ou nom')],
  open: { page: ({ id }) => `/referentiel/registres/${id}` },
  whenEmpty: { label: 'Importer un registre', needs: registerImports.create.permission, path: importPath },
  Actions: RegisterActions,
  words: {
    error: 'Les imports de registres n’ont pas pu être chargés.',
    offline: 'Les imports de registres demandent le réseau.',
    empty: 'Aucun import depuis 30 jours. Importez la liste des médicaments d’un pays, en CSV ou Excel.',
    exportName: 'Imports de registres',
  },
})

/** The imports of countries' registers into the referential. */
export function RegistersScreen() {
  return <ListScreen list={registerList} />
}

function useRegisterColumns(): readonly ListColumn<RegisterImport>[] {
  const { data } = useAnswer(countries.list, {})
  const nameOf = (code: string): string => data?.find((country) => country.code === code)?.name ?? code
  return sortedHere<RegisterImport>([
    dayColumn('askedAt', 'Importé le', ({ askedAt }) => askedAt),
    textColumn('country', 'Pays', ({ countryCode }) => nameOf(countryCode), { width: 120, strong: true }),
    textColumn('file', 'Fichier', ({ fileName }) => fileName, { width: 180, grow: 1 }),
    stateColumn('status', 'État', statusOf, { width: 160 }),
    numberColumn('created', 'Nouveaux', ({ counts }) => counts?.created ?? null, { width: 92 }),
    numberColumn('changed', 'Changés', ({ counts }) => counts?.changed ?? null, { width: 92 }),
    numberColumn('same', 'Inchangés', ({ counts }) => counts?.same ?? null, { width: 92 }),
    numberColumn('proposed', 'À décider', ({ counts }) => counts?.proposed ?? null, { width: 92 }),
    numberColumn('aside', 'Écartés', ({ counts }) => counts?.aside ?? null, { width: 92 }),
    textColumn('by', 'Par', ({ byName }) => byName ?? 'Ligne de commande', { width: 160 }),
    textColumn('undone', 'Annulation', undoneDayText, {
      width: 210,
      compare: (a, b) => (a.undo?.finishedAt ?? '').localeCompare(b.undo?.finishedAt ?? ''),
    }),
  ])
}

function RegisterActions({ reply }: { reply: { items: readonly RegisterImport[] } | undefined }) {
  const [, go] = useLocation()
  return (
    <>
      {reply?.items.filter(isOpenImport).map(({ id }) => (
        <RegisterWatch key={id} id={id} />
      ))}
      <WriteButton leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => go(importPath)}>
        Importer un registre
      </WriteButton>
    </>
  )
}
