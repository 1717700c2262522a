import { IconPencil } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useParams } from 'wouter'
import { type WholesalerClaimDetail, wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { ClaimGestures } from '#backoffice/claims/claim-gestures.tsx'
import { ClaimLineModal } from '#backoffice/claims/claim-line-modal.tsx'
import { ClaimLetter } from '#backoffice/claims/claim-letter.tsx'
import { claimName, claimStateWords } from '#backoffice/claims/claim-words.ts'
import { ClaimPhotos } from '#backoffice/claims/claim-photos.tsx'
import { useMails } from '#backoffice/ui/mails/letter.ts'
import { MailsSheet } from '#backoffice/ui/mails/mails-sheet.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import {
  countColumn,
  type ListColumn,
  moneyColumn,
  numberColumn,
  sortedHere,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList, FigureBar, Nothing, Sheet, Sheets } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'
import { WriteIcon } from '#backoffice/ui/write-button.tsx'

type Line = WholesalerClaimDetail['lines'][number]

/** One claim: its lines with their evidence, what the supplier answered, and its credits. */
export function ClaimScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: claim, error, retry } = useAnswer(wholesalerClaims.read, { params: { id } })
  const back = { to: useListAddress('/reclamations'), title: 'Réclamations' }
  useTabTitle(claim ? claimName(claim.number) : 'Réclamation')
  if (!claim)
    return (
      <DetailFace
        back={back}
        title="Réclamation"
        error={error}
        onRetry={retry}
        missingText="Cette réclamation n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownClaim key={id} claim={claim} back={back} />
}

function KnownClaim({ claim, back }: { claim: WholesalerClaimDetail; back: { to: string; title: string } }) {
  const currency = useCurrency()
  const doors = usePageRows<Line>(({ deliveryId }) => deliveryId && `/livraisons/${deliveryId}`)
  const isDraft = claim.state === 'draft'
  const mayChange = useMay(wholesalerClaims.patchLine) && isDraft
  const [changed, setChanged] = useState<Line | null>(null)
  const { items: mails } = useMails(wholesalerClaims, claim.id)
  const [isPrinting, setIsPrinting] = useState(false)
  const columns = useMemo(() => sortedHere<Line>(lineColumns(isDraft)), [isDraft])
  const actions = mayChange ? [changeColumn(setChanged)] : []
  const { label, tone } = claimStateWords[claim.state]
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={`${claim.supplierName}, ${claimName(claim.number).toLowerCase()}`}
        record={claim.id}
        marks={<StatusTag tone={tone}>{label}</StatusTag>}
        actions={<ClaimGestures claim={claim} onPrint={() => setIsPrinting(true)} />}
      />
      <FigureBar
        figures={[
          { name: 'Réclamé', value: formatMoney(claim.claimed, currency) },
          { name: 'Accepté', value: formatMoney(claim.accepted, currency) },
          { name: 'Récupéré', value: formatMoney(claim.credited, currency) },
          {
            name: 'Encore attendu',
            value: formatMoney(claim.awaited, currency),
            ...(claim.awaited > 0 ? { tone: 'warning' as const } : {}),
          },
          {
            name: 'Perdu',
            value: formatMoney(claim.lost, currency),
            ...(claim.lost > 0 ? { tone: 'danger' as const } : {}),
          },
        ]}
      />
      <TableRoom rows={claim.lines.length}>
        <ListRoom>
          <DataTable
            label="Lignes de la réclamation"
            columns={[...columns, ...actions]}
            rows={claim.lines}
            rowKey={({ position }: Line) => String(position)}
            {...doors}
          />
        </ListRoom>
      </TableRoom>
      <Sheets
        wide={
          <>
            <Sheet title="Avoirs reçus" fact={claim.credits.length > 0 ? String(claim.credits.length) : undefined}>
              {claim.credits.length === 0 ? (
                <Nothing>Aucun avoir n’est encore reçu.</Nothing>
              ) : (
                <FactList
                  facts={claim.credits.map(({ id, day, number, amount, statementId }) => [
                    `${formatDay(day)}${number ? `, ${number}` : ''}`,
                    <span key={id}>
                      <Money amount={amount} unit />
                      {statementId && (
                        <>
                          , <TextLink to={`/releves/${statementId}`}>sur un relevé</TextLink>
                        </>
                      )}
                    </span>,
                  ])}
                />
              )}
            </Sheet>
            <ClaimPhotos claim={claim} />
          </>
        }
        narrow={
          <>
            <MailsSheet mails={mails} />
            <Sheet title="La réclamation">
              <FactList facts={factsOf(claim)} />
            </Sheet>
          </>
        }
      />
      {changed && <ClaimLineModal claimId={claim.id} line={changed} onClose={() => setChanged(null)} />}
      {isPrinting && <ClaimLetter claim={claim} onPrinted={() => setIsPrinting(false)} />}
    </Page>
  )
}

/** Nothing of a draft is accepted yet: the product has the room of that column. */
function lineColumns(isDraft: boolean) {
  const accepted = moneyColumn<Line>('accepted', 'Accepté', ({ accepted }) => accepted, { width: 92 })
  return [
    numberColumn<Line>('position', 'Ligne', ({ position }) => position, { width: 56 }),
    textColumn<Line>('noteNumber', 'BL', ({ noteNumber }) => noteNumber, { width: 92 }),
    textColumn<Line>('label', 'Produit ou objet', ({ label }) => label, { strong: true, width: 220, grow: 0.6 }),
    textColumn<Line>('reason', 'Cause', ({ reason }) => claimReasonWords[reason], { width: 176 }),
    textColumn<Line>('evidence', 'Preuve', ({ evidence }) => evidence, { width: 310, grow: 1 }),
    moneyColumn<Line>('amount', 'Réclamé', ({ amount }) => amount, { width: 92, strong: true }),
    ...(isDraft ? [] : [accepted]),
    countColumn<Line>('photos', 'Photos', ({ photos }) => photos, { width: 76 }),
  ]
}

function changeColumn(onChange: (line: Line) => void): ListColumn<Line> {
  return {
    key: 'gestures',
    header: 'Actions',
    width: 72,
    align: 'end',
    exported: () => null,
    render: (line) => (
      <WriteIcon
        size={28}
        variant="subtle"
        color="gray"
        aria-label={`Modifier la ligne ${line.position}`}
        onClick={() => onChange(line)}
      >
        <IconPencil size={16} aria-hidden />
      </WriteIcon>
    ),
  }
}

function factsOf(claim: WholesalerClaimDetail): Fact[] {
  return [
    [
      'Relevé',
      claim.statementId && (
        <TextLink key="statement" to={`/releves/${claim.statementId}`}>
          {claim.statementReference ?? ''}
        </TextLink>
      ),
    ],
    ['Préparée', `${formatMoment(claim.createdAt)}, ${claim.createdByName}`],
    ['Envoyée', claim.sentAt && `${formatMoment(claim.sentAt)}, ${claim.sentByName}`],
    [
      'Relances',
      claim.remindedAt ? `${plural(claim.reminders, 'relance')}, la dernière ${formatMoment(claim.remindedAt)}` : null,
    ],
    ['Réponse', claim.answeredAt && [formatMoment(claim.answeredAt), claim.answer].filter(Boolean).join('\u00a0: ')],
    ...(claim.canceledAt
      ? [['Annulée', `${formatMoment(claim.canceledAt)}\u00a0: ${claim.cancelReason}`] as const]
      : []),
    ['Note', claim.note],
  ]
}
