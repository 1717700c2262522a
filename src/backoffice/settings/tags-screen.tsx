import { type Tag, tags } from '#shared/contract/tags.ts'
import { tagRecord } from '#backoffice/settings/tag-record.tsx'
import { tagColorWords, tagTypeChoices, tagTypeWords } from '#backoffice/settings/tag-words.ts'
import { sortedByServer, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter, switchFilter } from '#backoffice/ui/lists/filters.tsx'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type QueryOf, serverPages } from '#backoffice/ui/lists/list-source.ts'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'
import { TagMark } from '#backoffice/ui/tag-marks.tsx'

type Query = QueryOf<typeof tags.list>

const columns = sortedByServer([
  {
    ...textColumn('label', 'Étiquette', ({ label }: Tag) => label, { width: 220, grow: 1 }),
    render: ({ label, color }: Tag) => (
      <b>
        <TagMark label={label} color={color} />
      </b>
    ),
  },
  textColumn('type', 'Pour', ({ type }: Tag) => tagTypeWords[type], { width: 160, grow: 0.5 }),
  textColumn('color', 'Couleur', ({ color }: Tag) => tagColorWords[color], { width: 120, grow: 0.5, quiet: true }),
])

const tagList = list({
  home: '/parametres/etiquettes',
  title: 'Étiquettes',
  noun: tagRecord.noun,
  source: serverPages(tags.list),
  useColumns: () => columns,
  filters: [
    searchFilter<Query>('Filtrer les étiquettes'),
    switchFilter<Query>({
      key: 'type',
      label: 'Étiquettes de',
      all: 'Toutes',
      choices: tagTypeChoices.map((choice) => ({ ...choice, query: { types: choice.value } })),
    }),
  ],
  open: { panel: recordPanel(tagRecord), needs: tagRecord.needs },
  create: { panel: newRecordPanel(tagRecord), needs: tagRecord.needs },
  words: { filtered: 'Aucune étiquette de ce type.' },
})

/** The tags by which the pharmacy classifies its clients, policies and products. */
export function TagsScreen() {
  return <ListScreen list={tagList} />
}
