import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { supplierReturns, type SupplierReturnNote } from '#shared/contract/supplier-returns.ts'
import { stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { formatMoment, formatMonth } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import { CancelButton, CreditButton, GiveUpButton } from '#backoffice/supplier-returns/return-gestures.tsx'
import { ReturnPages } from '#backoffice/supplier-returns/return-pages.tsx'
import { returnState } from '#backoffice/supplier-returns/return-words.ts'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** One return beside its list: its note to print, its credit, and the way back. */
export function ReturnPanel({ id, onClose }: PanelProps) {
  const { data: note, error, retry } = useAnswer(supplierReturns.read, { params: { id } })
  const [isPrinting, setIsPrinting] = useState(false)
  const mayEnd = useMay(supplierReturns.credit) && note?.state === 'sent'
  const title = note ? `Retour n°\u00a0${note.number}` : 'Retour'
  useTabTitle(title)
  if (!note)
    return (
      <SidePanel title={title} onClose={onClose}>
        <PanelFace error={error} onRetry={retry} missingText="Ce retour n’existe pas, ou l’adresse est incomplète." />
      </SidePanel>
    )
  return (
    <SidePanel
      title={title}
      subtitle={note.supplierName}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => setIsPrinting(true)}
          >
            Imprimer le bon
          </Button>
          {mayEnd && <CreditButton note={note} />}
        </>
      }
    >
      <PanelSection title="Bon de retour">
        <FactList facts={factsOf(note)} />
      </PanelSection>
      <PanelSection title="Lots rendus">
        <Lines note={note} />
      </PanelSection>
      {mayEnd && (
        <PanelSection title="Correction">
          <Group gap="xs">
            {note.credits.length === 0 && <CancelButton note={note} />}
            <GiveUpButton note={note} />
          </Group>
        </PanelSection>
      )}
      {isPrinting && <ReturnPages note={note} onPrinted={() => setIsPrinting(false)} />}
    </SidePanel>
  )
}

function factsOf(note: SupplierReturnNote): Fact[] {
  const { label, tone } = returnState(note)
  return [
    [
      'État',
      <StatusTag key="state" tone={tone}>
        {label}
      </StatusTag>,
    ],
    ['Rendu', `${formatMoment(note.sentAt)}, ${note.sentByName}`],
    ...(note.value === null ? [] : ([['Valeur au coût', <Money key="value" amount={note.value} unit />]] as const)),
    ...note.credits.map(({ id, number, amount, at, byName }): Fact => [
      'Avoir',
      <span key={id}>
        {[number, formatMoment(at), byName].filter(Boolean).join(', ')}
        {amount !== null && (
          <>
            , <Money amount={amount} unit />
          </>
        )}
      </span>,
    ]),
    ...(note.awaited !== null && note.awaited > 0
      ? ([['Encore attendu', <Money key="awaited" amount={note.awaited} unit />]] as const)
      : []),
    ...(note.givenUpAt
      ? ([
          [
            'Abandonné',
            <span key="given-up">
              {note.givenUp !== null && (
                <>
                  <Money amount={note.givenUp} unit />,{' '}
                </>
              )}
              {`${formatMoment(note.givenUpAt)}, ${note.givenUpByName}\u00a0: ${note.giveUpReason}`}
            </span>,
          ],
        ] as const)
      : []),
    ...(note.canceledAt
      ? ([['Annulé', `${formatMoment(note.canceledAt)}, ${note.canceledByName}\u00a0: ${note.cancelReason}`]] as const)
      : []),
    ['Note', note.note],
  ]
}

function Lines({ note: { lines } }: { note: SupplierReturnNote }) {
  return (
    <table className={`${table.table} ${table.dense}`}>
      <thead>
        <tr>
          <th>Produit</th>
          <th>Motif</th>
          <th className={table.end}>Qté</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ stockItemId, label, lot, expiresOn, reason, quantity, deliveryId, deliveryNumber }) => (
          <tr key={stockItemId}>
            <td className={table.wide} title={label}>
              {label}
              <br />
              <span className={text.quiet}>
                {[lot ? `lot ${lot}` : 'sans numéro', expiresOn && formatMonth(expiresOn)].filter(Boolean).join(', ')}
              </span>
              {deliveryId && (
                <div>
                  <TextLink to={`/livraisons/${deliveryId}`}>{`Livraison n°\u00a0${deliveryNumber}`}</TextLink>
                </div>
              )}
            </td>
            <td>{stockReasonWords[reason]}</td>
            <td className={table.end}>{formatAmount(quantity, { decimals: 0 })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
