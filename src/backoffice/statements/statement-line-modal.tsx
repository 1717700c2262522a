import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type BillStatementDetail, billStatements, type StatementRecord } from '#shared/contract/bill-statements.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { noteName } from '#shared/domain/statements/statement-line.ts'
import type { StatementDecision } from '#shared/domain/statements/settle-statement.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { ExactPrice, Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { StatementLineForm } from '#backoffice/statements/statement-line-form.tsx'
import { findingOf, reasonWords } from '#backoffice/statements/statement-words.ts'
import { nothing } from '#backoffice/ui/lists/columns.tsx'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface StatementLineModalProps {
  statement: BillStatementDetail
  record: StatementRecord
  onClose: () => void
}

/** What a line bills beside what came, why, and what is decided about it. */
export function StatementLineModal({ statement, record, onClose }: StatementLineModalProps) {
  const send = useSend()
  const gesture = useGesture()
  const [isEditing, setIsEditing] = useState(false)
  const mayDecide = useMay(billStatements.decide) && statement.state === 'draft'
  const { position } = record
  const params = { id: statement.id }
  const decide = (decision: StatementDecision | null) =>
    gesture.run(async () => {
      await send(billStatements.decide, { params, body: { positions: [position], decision } })
      onClose()
    })
  const finding = findingOf(record)
  if (isEditing)
    return (
      <StatementLineForm
        statementId={statement.id}
        position={position}
        record={record}
        title={`Ligne ${position}`}
        onClose={onClose}
      />
    )
  return (
    <PanelModal opened onClose={onClose} title={`Ligne ${position}\u00a0: ${record.label}`} size="lg" centered>
      <Group mb={10}>
        <StatusTag tone={finding.tone ?? 'neutral'}>{finding.label}</StatusTag>
        <span>{reasonWords(record)}</span>
      </Group>
      <FactList facts={factsOf(record)} />
      {mayDecide && (
        <Group justify="space-between" mt={16}>
          <Group>
            <WriteButton variant="default" onClick={() => setIsEditing(true)}>
              Modifier
            </WriteButton>
            <WriteButton
              variant="default"
              loading={gesture.isRunning}
              onClick={() =>
                gesture.run(async () => {
                  await send(billStatements.removeRecord, { params: { ...params, position: String(position) } })
                  onClose()
                })
              }
            >
              Retirer
            </WriteButton>
          </Group>
          <Group>
            {record.decision !== null && (
              <Button variant="default" loading={gesture.isRunning} onClick={() => decide(null)}>
                Annuler la décision
              </Button>
            )}
            {record.kind !== 'credit' && record.decision !== 'claim' && (
              <WriteButton variant="default" loading={gesture.isRunning} onClick={() => decide('claim')}>
                Réclamer en entier
              </WriteButton>
            )}
            {record.decision !== 'pay' && (record.claimed > 0 || record.certainty !== 'certain') && (
              <WriteButton variant="default" loading={gesture.isRunning} onClick={() => decide('pay')}>
                {record.kind === 'credit' ? 'Prendre l’avoir' : 'Payer tel quel'}
              </WriteButton>
            )}
            {record.certainty === 'proposed' && record.decision === null && (
              <WriteButton loading={gesture.isRunning} onClick={() => decide('match')}>
                Confirmer
              </WriteButton>
            )}
          </Group>
        </Group>
      )}
      {gesture.modals}
    </PanelModal>
  )
}

function factsOf(record: StatementRecord): Fact[] {
  const { match, differences } = record
  const isGoods = record.kind === 'goods'
  return [
    ['N° et date', [record.noteNumber, record.day && formatDay(record.day)].filter(Boolean).join(', ') || null],
    ...(isGoods
      ? ([
          ['Boîtes facturées / reçues', `${record.quantity} / ${match?.received ?? '–'}`],
          ['Gratuites facturées / reçues', `${record.free} / ${match?.free ?? '–'}`],
          [
            'Prix facturé / du BL',
            <span key="price">
              <ExactPrice price={record.price} /> /{' '}
              {match?.price === null || !match ? nothing : <ExactPrice price={match.price} />}
            </span>,
          ],
          ['Remise', <Money key="rebate" amount={record.rebate} />],
          ...(match?.promised ? [['Tarif du grossiste ce jour-là', promiseWords(match.promised)] as Fact] : []),
        ] as Fact[])
      : []),
    ['Montant', <Money key="amount" amount={record.signed} unit />],
    ...(match && (match.kind === 'goods' || match.kind === 'note')
      ? [
          [
            'Livraison',
            <TextLink key="bl" to={`/livraisons/${match.id}`}>
              {noteName(match.name)}
            </TextLink>,
          ] as Fact,
        ]
      : []),
    ...differences.map(({ reason, amount }): Fact => [
      claimReasonWords[reason],
      <Money key={reason} amount={amount} unit />,
    ]),
    ...(record.decidedByName ? [['Décidé par', record.decidedByName] as Fact] : []),
  ]
}

function promiseWords({ price, rebate, per, free }: NonNullable<NonNullable<StatementRecord['match']>['promised']>) {
  return (
    <>
      {price !== null && <ExactPrice price={price} />}
      {rebate > 0 && `, remise ${formatPercent(rebate / 100, 2)}`}
      {per > 0 && `, ${plural(free, 'gratuite')} pour ${per}`}
    </>
  )
}
