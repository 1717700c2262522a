import { Group, Select, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type MoneyLine, type MoneyStatementDetail, moneyStatements } from '#shared/contract/money-statements.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay, formatShortDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { moneyStateWords, recordedText, timeText, wayWords } from '#backoffice/reconciliation/money-words.ts'
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
  const [recordId, setRecordId] = useState<string | null>(null)
  const [reason, setReason] = useState(line.explained ?? '')
  const params = { id: statement.id }
  const { position } = line
  const alike = statement.missing.filter(({ amount }) => Math.sign(amount) === Math.sign(line.amount))
  const chosen = alike.find(({ id }) => id === recordId)
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
          {line.recorded === null && alike.length > 0 && (
            <Group align="flex-end" wrap="nowrap">
              <Select
                label="C’est ce mouvement"
                placeholder="Enregistré, jamais reçu"
                searchable
                nothingFoundMessage="Aucun mouvement"
                style={{ flex: 1 }}
                data={alike.map((record) => ({
                  value: record.id,
                  label: `${formatMoney(record.amount, currency)}, ${formatShortDay(record.day)}, ${recordedText(record)}`,
                }))}
                value={recordId}
                onChange={setRecordId}
              />
              <WriteButton
                disabled={!chosen}
                loading={gesture.isRunning}
                onClick={() =>
                  chosen && decide({ decision: 'match', position, kind: chosen.kind, recordId: chosen.id })
                }
              >
                Rapprocher
              </WriteButton>
            </Group>
          )}
          {line.state !== 'matched' && (
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
                loading={gesture.isRunning}
                onClick={() => decide({ decision: 'explain', position, reason })}
              >
                Expliquer
              </WriteButton>
            </Group>
          )}
          {(line.recorded !== null || line.explained !== null) && (
            <Group justify="flex-end">
              <WriteButton
                variant="default"
                loading={gesture.isRunning}
                onClick={() => decide({ decision: 'clear', position })}
              >
                {line.recorded ? 'Ce n’est pas ce mouvement' : 'Retirer l’explication'}
              </WriteButton>
            </Group>
          )}
        </Stack>
      )}
      {gesture.modals}
    </PanelModal>
  )
}

function factsOf(line: MoneyLine): Fact[] {
  const { recorded, way } = line
  return [
    ['Montant', <Money key="amount" amount={line.amount} unit />],
    ['Date', [formatDay(line.day), timeText(line.minutes)].filter(Boolean).join(', ')],
    ['Référence', line.reference],
    ['Téléphone', line.phone],
    ['Libellé', line.label],
    ['État', `${moneyStateWords[line.state].label}${way ? ` ${wayWords[way]}` : ''}`],
    ...(recorded
      ? [
          [
            'Enregistré',
            recorded.saleId ? (
              <TextLink key="sale" to={`/ventes/${recorded.saleId}`}>
                {recordedText(recorded)}
              </TextLink>
            ) : (
              recordedText(recorded)
            ),
          ] as const,
          ['Pour', <Money key="recorded" amount={recorded.amount} unit />] as const,
          ['Par', recorded.userName] as const,
        ]
      : []),
    ...(line.explained
      ? [['Explication', `${line.explained}${line.decidedByName ? `, ${line.decidedByName}` : ''}`] as const]
      : []),
  ]
}
