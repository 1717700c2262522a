import { Button, Group, MultiSelect, Select, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  type MoneyLine,
  type MoneyStatementDetail,
  moneyStatements,
  type RecordedMoney,
} from '#shared/contract/money-statements.ts'
import { daysBetween } from '#shared/domain/dates.ts'
import {
  type FeeAccount,
  feeAccountOf,
  feeAccounts,
  isCommission,
  feeAccountWords,
} from '#shared/domain/reconciliation/group-money.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay, formatShortDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { moneyStateWords, recordedText, timeText, wayWords } from '#backoffice/reconciliation/money-words.ts'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface MoneyLineModalProps {
  statement: MoneyStatementDetail
  line: MoneyLine
  onClose: () => void
}

/** One line of a statement: what it is matched with, or what it is. */
export function MoneyLineModal({ statement, line, onClose }: MoneyLineModalProps) {
  const send = useSend()
  const gesture = useGesture()
  const currency = useCurrency()
  const mayDecide = useMay(moneyStatements.decide)
  const [ids, setIds] = useState<string[]>(line.proposal?.ids ?? [])
  const [account, setAccount] = useState<FeeAccount | null>(line.proposal?.account ?? null)
  const params = { id: statement.id }
  const { position } = line
  const alike = statement.missing.filter(({ amount }) => Math.sign(amount) === Math.sign(line.amount))
  const chosen = alike.filter(({ id }) => ids.includes(id))
  const sum = chosen.reduce((total, { amount }) => total + amount, 0)
  // What the bank kept of money that came in; one movement may simply differ.
  const commission =
    line.amount > 0 && sum > line.amount && (chosen.length > 1 || account !== null) ? sum - line.amount : 0
  const booked = account ?? feeAccountOf(chosen.map(({ type }) => type))
  const isTooMuch = commission > 0 && !isCommission(commission, sum)
  const addsUp = !isTooMuch && (chosen.length === 1 || sum - commission === line.amount)
  const decide = (body: Parameters<typeof send<typeof moneyStatements.decide>>[1]['body']) =>
    gesture.run(async () => {
      await send(moneyStatements.decide, { params, body })
      onClose()
    })
  return (
    <PanelModal opened onClose={onClose} title={`Ligne ${position}`} size="lg" centered>
      <FactList facts={factsOf(line)} />
      {mayDecide && (
        <Stack mt={16} gap={12}>
          {line.records.length === 0 && alike.length > 0 && (
            <Stack gap={8}>
              <MultiSelect
                label={line.proposal ? 'Proposé, comme les fois d’avant' : 'Ce sont ces mouvements'}
                placeholder={ids.length === 0 ? 'Un mouvement, ou tous ceux que cette ligne paie' : undefined}
                maxDropdownHeight={260}
                searchable
                nothingFoundMessage="Aucun mouvement"
                data={alike.map((record) => ({
                  value: record.id,
                  label: `${formatMoney(record.amount, currency)}, ${formatShortDay(record.day)}, ${recordedText(record)}`,
                }))}
                value={ids}
                onChange={setIds}
              />
              <ByType records={alike} day={line.day} onChoose={setIds} />
              {chosen.length > 0 && sum > line.amount && line.amount > 0 && (
                <Group align="flex-end" wrap="nowrap">
                  <Select
                    label={`Commission de ${formatMoney(sum - line.amount, currency)}, au compte`}
                    style={{ flex: 1 }}
                    data={feeAccounts.map((value) => ({ value, label: feeAccountWords[value] }))}
                    allowDeselect={chosen.length === 1}
                    clearable={chosen.length === 1}
                    value={chosen.length > 1 ? booked : account}
                    onChange={(value) => setAccount(value as FeeAccount | null)}
                  />
                </Group>
              )}
              {chosen.length > 0 && (
                <p role="status">
                  {`${plural(chosen.length, 'mouvement')}, ${formatMoney(sum, currency)}`}
                  {isTooMuch
                    ? `\u00a0: une banque ne garde pas ${formatMoney(commission, currency)}`
                    : !addsUp && `\u00a0: il manque ${formatMoney(line.amount - sum, currency)}`}
                </p>
              )}
              <Group justify="flex-end">
                <WriteButton
                  disabled={chosen.length === 0 || !addsUp}
                  loading={gesture.isRunning}
                  onClick={() =>
                    decide({
                      decision: 'match',
                      position,
                      records: chosen.map(({ kind, id }) => ({ kind, id })),
                      commission,
                      account: commission > 0 ? booked : null,
                    })
                  }
                >
                  Rapprocher
                </WriteButton>
              </Group>
            </Stack>
          )}
          {line.state !== 'matched' && (
            <Explanation
              before={line.explained ?? ''}
              isRunning={gesture.isRunning}
              onExplain={(reason) => decide({ decision: 'explain', position, reason })}
            />
          )}
          {(line.records.length > 0 || line.explained !== null) && (
            <Group justify="flex-end">
              <WriteButton
                variant="default"
                loading={gesture.isRunning}
                onClick={() => decide({ decision: 'clear', position })}
              >
                {line.records.length > 0 ? 'Ce n’est pas cela' : 'Retirer l’explication'}
              </WriteButton>
            </Group>
          )}
        </Stack>
      )}
      {gesture.modals}
    </PanelModal>
  )
}

interface ExplanationProps {
  before: string
  isRunning: boolean
  onExplain: (reason: string) => void
}

/** Why a line answers no movement. */
function Explanation({ before, isRunning, onExplain }: ExplanationProps) {
  const [reason, setReason] = useState(before)
  return (
    <Group align="flex-end" wrap="nowrap">
      <Textarea
        label="Explication"
        description="Apport du titulaire, frais de l’opérateur, erreur de la banque…"
        rows={2}
        maxLength={200}
        style={{ flex: 1 }}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <WriteButton
        variant="default"
        disabled={reason.trim() === ''}
        loading={isRunning}
        onClick={() => onExplain(reason)}
      >
        Expliquer
      </WriteButton>
    </Group>
  )
}

/** So many days are offered, the nearest to the line. */
const daysOffered = 6

interface ByTypeProps {
  records: readonly RecordedMoney[]
  /** Of the line. */
  day: string
  onChoose: (ids: string[]) => void
}

/** Takes all movements of one means and day at once. */
function ByType({ records, day, onChoose }: ByTypeProps) {
  const apart = (record: RecordedMoney) => Math.abs(daysBetween(record.day, day))
  const groups = new Map<string, RecordedMoney[]>()
  for (const record of records) {
    const name = `${paymentName(record.type)} du ${formatShortDay(record.day)}`
    groups.set(name, [...(groups.get(name) ?? []), record])
  }
  return (
    <Group gap={8}>
      {[...groups]
        .filter(([, group]) => group.length > 1)
        .toSorted(([, [a]], [, [b]]) => apart(a!) - apart(b!))
        .slice(0, daysOffered)
        .map(([name, group]) => (
          <Button key={name} size="xs" variant="default" onClick={() => onChoose(group.map(({ id }) => id))}>
            {`${name} (${group.length})`}
          </Button>
        ))}
    </Group>
  )
}

function factsOf(line: MoneyLine): Fact[] {
  const { records, way, fee, commission, feeAccount } = line
  return [
    ['Montant', <Money key="amount" amount={line.amount} unit />],
    ['Date', [formatDay(line.day), timeText(line.minutes)].filter(Boolean).join(', ')],
    ['Référence', line.reference],
    ['Téléphone', line.phone],
    ['Libellé', line.label],
    ['État', `${moneyStateWords[line.state].label}${way ? ` ${wayWords[way]}` : ''}`],
    ...(fee + commission > 0
      ? [
          [
            commission > 0 ? 'Commission' : 'Frais',
            <span key="fee">
              <Money amount={fee + commission} unit />
              {feeAccount && `, ${feeAccountWords[feeAccount]}`}
            </span>,
          ] as const,
        ]
      : []),
    ...records.map(
      (record) =>
        [
          'Enregistré',
          <span key={record.id}>
            {record.saleId ? (
              <TextLink to={`/ventes/${record.saleId}`}>{recordedText(record)}</TextLink>
            ) : (
              recordedText(record)
            )}
            {', '}
            <Money amount={record.amount} unit />, {record.userName}
          </span>,
        ] as const,
    ),
    ...(line.explained
      ? [['Explication', `${line.explained}${line.decidedByName ? `, ${line.decidedByName}` : ''}`] as const]
      : []),
  ]
}
