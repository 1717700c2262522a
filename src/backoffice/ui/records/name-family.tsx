import { type ComponentType, useMemo } from 'react'
import type { Access, CallInput, Endpoint } from '#shared/contract/endpoint.ts'
import { archivedColumn, type ListColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { agreed, capital, type Noun } from '#backoffice/ui/lists/french-noun.ts'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { type ListSource, type PagedEndpoint, serverPages } from '#backoffice/ui/lists/list-source.ts'
import type { RecordCalls, RecordField } from '#backoffice/ui/records/record-declaration.ts'
import { textField } from '#backoffice/ui/records/record-fields.tsx'
import { newRecordPanel, recordPanel } from '#backoffice/ui/records/record-panel.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type NameRow<Key extends string> = { id: string; archived: boolean } & Record<Key, string>

interface NameFamily<Key extends string, More extends Record<string, unknown>> {
  home: string
  title: string
  noun: Noun
  calls: RecordCalls & { list: PagedEndpoint }
  needs: Access
  /** The field of the row that holds the name, and its label. */
  nameKey: Key
  nameLabel: string
  /** What a changed name does to the rows that refer to it. */
  nameNote?: string
  /** What happens to rows that refer to an archived record. */
  archivedNote: string
  /** « Aucune banque. Un chèque demande la sienne. » */
  empty: string
  /** The columns between the name and the state. */
  columns?: readonly ListColumn<NameRow<Key> & More>[]
  /** The fields beside the name, with the values of a new record. */
  more?: { initial: More; fields: readonly RecordField<Record<Key, string> & More>[] }
  /** Below the form of an existing record. */
  Below?: ComponentType<{ row: NameRow<Key> & More; onClose: () => void }>
}

/**
 * The screen of a family that has a name and little else: its list, the panel of a new record and the panel of an
 * existing one.
 */
export function nameFamilyScreen<Key extends string, More extends Record<string, unknown> = {}>({
  noun,
  calls,
  needs,
  nameKey,
  ...family
}: NameFamily<Key, More>): ComponentType {
  type Row = NameRow<Key> & More
  type Values = Record<Key, string> & More
  const nameOf = (row: Row): string => row[nameKey]
  const more = family.more ?? { initial: {} as More, fields: [] }
  const valuesOf = (name: string, from: More) =>
    ({
      ...Object.fromEntries(Object.keys(more.initial).map((key) => [key, from[key]])),
      [nameKey]: name,
    }) as Values
  const record = {
    noun,
    calls,
    needs,
    nameOf,
    nameField: nameKey,
    initial: (name: string) => valuesOf(name, more.initial),
    valuesOf: (row: Row) => valuesOf(nameOf(row), row),
    fields: [textField<Values>(nameKey, family.nameLabel, { changeNote: family.nameNote }), ...more.fields],
    archive: { note: family.archivedNote },
    ...(family.Below ? { Below: family.Below } : {}),
  }
  const columnsOf = (search: string) => [
    textColumn(nameKey, family.nameLabel, nameOf, { strong: true, width: 260, grow: 1, sortable: true, search }),
    ...(family.columns ?? []),
    archivedColumn<Row>(capital(agreed(noun, 'archivé')), { sortable: true }),
  ]
  const declared = list({
    home: family.home,
    title: family.title,
    noun,
    source: serverPages(calls.list) as unknown as ListSource<Row, unknown, unknown>,
    useColumns: ({ search }) => useMemo(() => columnsOf(search), [search]),
    filters: [searchFilter(`Filtrer les ${noun.many}`)],
    open: { panel: recordPanel(record), needs },
    create: { needs, panel: newRecordPanel(record) },
    useBatch: () => {
      const send = useSend()
      const put =
        (archived: boolean) =>
        ({ id }: Row) =>
          send(calls.patch, { params: { id }, body: { archived } } as CallInput<Endpoint>)
      return [
        { label: 'Archiver', needs, fits: ({ archived }) => !archived, run: put(true) },
        { label: 'Reprendre', needs, fits: ({ archived }) => archived, run: put(false) },
      ]
    },
    words: { empty: family.empty },
  })
  return function NameFamilyScreen() {
    return <ListScreen list={declared} />
  }
}
