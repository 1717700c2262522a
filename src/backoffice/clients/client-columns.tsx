import { IconBuilding } from '@tabler/icons-react'
import type { Client } from '#shared/contract/clients.ts'
import type { Tag } from '#shared/contract/tags.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/clients/clients.module.css'
import { tagLabels, TagMarks } from '#backoffice/ui/tag-marks.tsx'

const nothing = <span className={text.quiet}>–</span>
const kindWords = { person: 'Particulier', organization: 'Organisme' } as const

export const clientPath = ({ kind, id }: Pick<Client, 'kind' | 'id'>): string =>
  kind === 'person' ? `/patients/${id}` : `/organismes/${id}`
export const isOverLimit = ({ creditLimit, outgoing }: Pick<Client, 'creditLimit' | 'outgoing'>): boolean =>
  creditLimit !== null && outgoing > creditLimit

export function clientColumns(
  search: string,
  tags: readonly Tag[],
  countryCode: string,
): readonly ExportedColumn<Client>[] {
  const phoneText = (phone: string | null) => (phone === null ? '' : formatPhone(phone, countryCode))
  return [
    {
      key: 'nom',
      header: 'Nom',
      width: 205,
      grow: 1.4,
      sortable: true,
      render: (client) => <Name client={client} search={search} />,
      exported: ({ name }) => name,
    },
    {
      key: 'naissance',
      header: 'Né le',
      width: 98,
      priority: 1.5,
      render: ({ kind, birthDate }) =>
        birthDate ? (
          formatShortDay(birthDate)
        ) : kind === 'organization' ? (
          <span className={text.quiet}>Organisme</span>
        ) : (
          nothing
        ),
      exported: ({ birthDate }) => birthDate && { day: birthDate },
    },
    {
      key: 'telephone',
      header: 'Téléphone',
      width: 144,
      priority: 1,
      render: ({ phone }) => (phone ? <MarkedLabel text={phoneText(phone)} search={search} /> : nothing),
      exported: ({ phone }) => phoneText(phone),
    },
    {
      key: 'polices',
      header: 'Polices',
      width: 72,
      align: 'end',
      priority: 2,
      render: ({ policies }) => (policies > 0 ? policies : nothing),
      exported: ({ policies }) => policies,
    },
    {
      key: 'etiquettes',
      header: 'Étiquettes',
      width: 150,
      grow: 0.8,
      priority: 3,
      render: ({ tags: ids }) => <TagMarks ids={ids} tags={tags} />,
      exported: ({ tags: ids }) => tagLabels(ids, tags),
    },
    {
      key: 'encours',
      header: 'Encours',
      width: 104,
      align: 'end',
      sortable: true,
      render: (client) =>
        client.outgoing === 0 ? (
          nothing
        ) : (
          <Money amount={client.outgoing} tone={isOverLimit(client) ? 'danger' : 'plain'} />
        ),
      exported: ({ outgoing }) => ({ money: outgoing }),
    },
    {
      key: 'limite',
      header: 'Limite',
      width: 104,
      align: 'end',
      priority: 1.2,
      render: ({ creditLimit }) => (creditLimit === null ? nothing : <Money amount={creditLimit} />),
      exported: ({ creditLimit }) => (creditLimit === null ? null : { money: creditLimit }),
    },
    {
      key: 'etat',
      header: 'État',
      width: 132,
      priority: 1.4,
      render: (client) => <State client={client} />,
      exported: (client) => (client.archived ? 'Archivé' : isOverLimit(client) ? 'Limite dépassée' : ''),
    },
  ]
}

/** Beside the columns in view: which of the two a row is. */
export const kindColumn: { header: string; exported: (client: Client) => string } = {
  header: 'Type',
  exported: ({ kind }) => kindWords[kind],
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

function State({ client }: { client: Client }) {
  if (client.archived) return <StatusTag>Archivé</StatusTag>
  return isOverLimit(client) ? <StatusTag tone="danger">Limite dépassée</StatusTag> : null
}
