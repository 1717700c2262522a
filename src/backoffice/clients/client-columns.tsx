import { IconBuilding } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Client } from '#shared/contract/clients.ts'
import type { Tag } from '#shared/contract/tags.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { CreditLimit } from '#shared/ui/credit-limit.tsx'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/clients/clients.module.css'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import {
  dayColumn,
  type ListColumn,
  moneyColumn,
  nothing,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { tagLabels, TagMarks } from '#backoffice/ui/tag-marks.tsx'
import { useAllTags } from '#backoffice/ui/use-tags.ts'

const clientTags = ['person', 'organization'] as const
const sortKeys = {
  nom: 'name',
  type: 'kind',
  naissance: 'birthDate',
  telephone: 'phone',
  polices: 'policies',
  etiquettes: 'tags',
  encours: 'outgoing',
  limite: 'creditLimit',
  etat: 'state',
}
const kindWords = { person: 'Patient', organization: 'Organisme' } as const

export const clientPath = ({ kind, id }: Pick<Client, 'kind' | 'id'>): string =>
  kind === 'person' ? `/patients/${id}` : `/organismes/${id}`
export const isOverLimit = ({ creditLimit, outgoing }: Pick<Client, 'creditLimit' | 'outgoing'>): boolean =>
  creditLimit !== null && outgoing > creditLimit

export const useClientTags = (): readonly Tag[] => useAllTags(clientTags)

export function useClientColumns({ search }: { search: string }): readonly ListColumn<Client>[] {
  const tags = useClientTags()
  const countryCode = useAtomValue(countryCodeAtom)
  return useMemo(() => clientColumns(search, tags, countryCode), [search, tags, countryCode])
}

function clientColumns(search: string, tags: readonly Tag[], countryCode: string): readonly ListColumn<Client>[] {
  return sortedByServer(
    [
      {
        ...textColumn('nom', 'Nom', ({ name }: Client) => name, { width: 205, grow: 1.4 }),
        render: (client) => <Name client={client} search={search} />,
      },
      textColumn('type', 'Type', ({ kind }: Client) => kindWords[kind], { width: 98, priority: 1.7 }),
      {
        ...dayColumn('naissance', 'Né le', ({ birthDate }: Client) => birthDate, { priority: 1.5 }),
        render: ({ kind, birthDate }) =>
          birthDate ? formatShortDay(birthDate) : kind === 'organization' ? null : nothing,
      },
      textColumn('telephone', 'Téléphone', ({ phone }) => phone && formatPhone(phone, countryCode), {
        width: 144,
        priority: 1,
        search,
      }),
      {
        ...numberColumn('polices', 'Polices', ({ policies }: Client) => policies, { priority: 2 }),
        render: ({ policies }) => (policies > 0 ? policies : nothing),
      },
      {
        ...textColumn('etiquettes', 'Étiquettes', ({ tags: ids }: Client) => tagLabels(ids, tags), {
          grow: 0.8,
          priority: 3,
        }),
        render: ({ tags: ids }) => <TagMarks ids={ids} tags={tags} />,
      },
      {
        ...moneyColumn('encours', 'Encours', ({ outgoing }: Client) => outgoing, { firstSort: 'descending' }),
        render: (client) =>
          client.outgoing === 0 ? (
            nothing
          ) : (
            <Money amount={client.outgoing} tone={isOverLimit(client) ? 'danger' : 'plain'} />
          ),
      },
      {
        ...moneyColumn('limite', 'Limite', ({ creditLimit }: Client) => creditLimit, { priority: 1.2 }),
        render: ({ creditLimit }) => <CreditLimit limit={creditLimit} unit={false} />,
        exported: ({ creditLimit }) => (creditLimit === null ? 'Illimité' : { money: creditLimit }),
      },
      stateColumn('etat', 'État', stateOf, { priority: 1.4 }),
    ],
    sortKeys,
  )
}

function Name({ client, search }: { client: Client; search: string }) {
  return (
    <span className={classes.name}>
      {client.kind === 'organization' && <IconBuilding size={17} stroke={1.8} aria-label="Organisme" role="img" />}
      <b>
        <MarkedLabel text={client.name} search={search} />
      </b>
    </span>
  )
}

function stateOf(client: Client) {
  if (client.archived) return { label: 'Archivé' }
  if (isOverLimit(client)) return { label: 'Limite dépassée', tone: 'danger' as const }
  return client.toCheck ? { label: 'À vérifier', tone: 'warning' as const } : null
}
