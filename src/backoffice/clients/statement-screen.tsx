import { Button, Menu } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { type ClientEntry, clients, type ClientStatement } from '#shared/contract/clients.ts'
import { addDays, isDay } from '#shared/domain/dates.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { entryText } from '#backoffice/clients/statement-words.ts'
import { StatementPages } from '#backoffice/clients/statement-pages.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import imports from '#backoffice/ui/imports/imports.module.css'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { dayColumn, moneyColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const columns = [
  dayColumn<ClientEntry>('at', 'Date', ({ at }) => at),
  textColumn<ClientEntry>('kind', 'Opération', entryText, { strong: true, width: 300, grow: 1 }),
  moneyColumn<ClientEntry>('owed', 'Dû', ({ amount }) => (amount > 0 ? amount : null), { width: 140 }),
  moneyColumn<ClientEntry>('given', 'Réglé', ({ amount }) => (amount < 0 ? -amount : null), { width: 140 }),
  moneyColumn<ClientEntry>('balance', 'Solde', ({ balance }) => balance, { width: 140, strong: true }),
]

/** The account of a person or an organization for any period, on paper of the office or of a till. */
export function ClientStatementScreen() {
  const { id } = useParams<{ id: string }>()
  const [path] = useLocation()
  const today = useAtomValue(todayAtom)
  const [from, setFrom] = useState<string | null>(addDays(today, -90))
  const [to, setTo] = useState<string | null>(today)
  const isAsked = from !== null && to !== null && isDay(from) && isDay(to)
  const { data, error, retry } = useAnswer(
    clients.statement,
    { params: { id }, query: { from: from ?? today, to: to ?? today } },
    { enabled: isAsked, keep: true },
  )
  const title = data ? `Relevé de ${data.name}` : 'Relevé de compte'
  const back = { to: path.slice(0, path.lastIndexOf('/')), title: data?.name ?? 'Client' }
  useTabTitle(title)
  if (!data)
    return (
      <DetailFace
        back={back}
        title={title}
        error={error}
        onRetry={retry}
        missingText="Ce client n’existe pas, ou l’adresse est incomplète."
      />
    )
  return (
    <Page>
      <DetailHead
        back={back}
        title={title}
        actions={
          <>
            <ListExport
              name={title}
              columns={columns}
              filters={isAsked ? `du ${formatDay(from)} au ${formatDay(to)}` : ''}
              source={() => ({ rows: data.entries })}
              isLocal
            />
            {isAsked && <PrintStatement statement={data} from={from} to={to} />}
          </>
        }
      />
      <div className={imports.buttons}>
        <DayField label="Du" value={from} onChange={setFrom} />
        <DayField label="Au" value={to} onChange={setTo} />
      </div>
      <FigureBar
        figures={[
          { name: 'Solde avant', value: <Money amount={data.before} unit /> },
          { name: 'Solde à la fin', value: <Money amount={data.balance} unit /> },
        ]}
      />
      <ListRoom>
        <DataTable
          label="Relevé de compte"
          columns={columns}
          rows={data.entries}
          rowKey={({ kind, id: entryId, at, balance }: ClientEntry) => `${kind} ${entryId} ${at} ${balance}`}
          emptyText="Aucune opération sur cette période."
          question={`${from} ${to}`}
        />
      </ListRoom>
    </Page>
  )
}

function PrintStatement({ statement, from, to }: { statement: ClientStatement; from: string; to: string }) {
  const [paper, setPaper] = useState<'a4' | 'roll' | null>(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />}>
            Imprimer
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setPaper('a4')}>Sur A4</Menu.Item>
          <Menu.Item onClick={() => setPaper('roll')}>Sur ticket de 80 mm</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {paper && (
        <StatementPages
          statement={statement}
          from={from}
          to={to}
          isRoll={paper === 'roll'}
          onPrinted={() => setPaper(null)}
        />
      )}
    </>
  )
}
