import { useState } from 'react'
import { useParams } from 'wouter'
import { type BillStatementDetail, billStatements, type StatementRecord } from '#shared/contract/bill-statements.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay, formatMoment } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { StatementGestures } from '#backoffice/statements/statement-gestures.tsx'
import { StatementLineModal } from '#backoffice/statements/statement-line-modal.tsx'
import { StatementLines } from '#backoffice/statements/statement-lines.tsx'
import { StatementNotes } from '#backoffice/statements/statement-notes.tsx'
import { doubtWords, statementName, statementStateWords } from '#backoffice/statements/statement-words.ts'
import bands from '#backoffice/ui/bands.module.css'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { type Fact, FactList, FigureBar, Nothing, Sheet, Sheets } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** One statement: what each of its lines bills, what is agreed, claimed and still to be decided. */
export function StatementScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: statement, error, retry } = useAnswer(billStatements.read, { params: { id } })
  const back = { to: useListAddress('/releves'), title: 'Relevés' }
  useTabTitle(statement ? statementName(statement.reference) : 'Relevé')
  if (!statement)
    return (
      <DetailFace
        back={back}
        title="Relevé"
        error={error}
        onRetry={retry}
        missingText="Ce relevé n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownStatement key={id} statement={statement} back={back} />
}

interface KnownStatementProps {
  statement: BillStatementDetail
  back: { to: string; title: string }
}

function KnownStatement({ statement, back }: KnownStatementProps) {
  const currency = useCurrency()
  const [opened, setOpened] = useState<StatementRecord | null>(null)
  const { label, tone } = statementStateWords[statement.state]
  const { sums, counts } = statement
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={`${statement.supplierName}, relevé ${statement.reference}`}
        record={statement.id}
        marks={<StatusTag tone={tone}>{label}</StatusTag>}
        actions={<StatementGestures statement={statement} />}
      />
      <FigureBar
        figures={[
          { name: 'Total du relevé', value: formatMoney(statement.total, currency) },
          { name: 'Accordé', value: formatMoney(sums.matched, currency) },
          {
            name: 'Réclamé',
            value: formatMoney(sums.claimed, currency),
            ...(sums.claimed > 0 ? { tone: 'danger' as const } : {}),
          },
          {
            name: `À décider, ${counts.undecided} sur ${statement.lines}`,
            value: formatMoney(sums.open, currency),
            ...(counts.undecided > 0 ? { tone: 'warning' as const } : {}),
          },
          { name: 'Échéance', value: formatDay(statement.dueOn) },
        ]}
      />
      {statement.state === 'draft' &&
        statement.lines > 0 &&
        statement.doubts.map((doubt) => (
          <p key={doubt} role="status" className={bands.band}>
            {/* One element: the band is a flex box, which would put its gap before the full stop. */}
            <span>
              {doubtWords[doubt]}
              {doubt === 'sums' && (
                <>
                  {' '}
                  Écart&nbsp;: <Money amount={statement.total - sums.lines} unit />.
                </>
              )}
            </span>
          </p>
        ))}
      <StatementLines statement={statement} opened={opened} onOpen={setOpened} />
      <Sheets
        wide={<StatementNotes statement={statement} />}
        narrow={
          <>
            <Sheet title="Réclamé par cause">
              {statement.claims.length === 0 ? (
                <Nothing>Rien n’est réclamé.</Nothing>
              ) : (
                <FactList
                  facts={statement.claims.map(({ reason, amount }) => [
                    claimReasonWords[reason],
                    <Money key={reason} amount={amount} unit />,
                  ])}
                />
              )}
              {statement.claimId && (
                <TextLink to={`/reclamations/${statement.claimId}`}>Ouvrir la réclamation</TextLink>
              )}
            </Sheet>
            <Sheet title="Le relevé">
              <FactList facts={factsOf(statement)} />
            </Sheet>
          </>
        }
      />
      {opened && <StatementLineModal statement={statement} record={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function factsOf(statement: BillStatementDetail): Fact[] {
  return [
    ['Période', `${formatDay(statement.from)} – ${formatDay(statement.to)}`],
    ['Saisi', `${formatMoment(statement.createdAt)}, ${statement.createdByName}`],
    ['Fichier', statement.fileName],
    ['Validé', statement.validatedAt && `${formatMoment(statement.validatedAt)}, ${statement.validatedByName}`],
    ...(statement.canceledAt
      ? [['Annulé', `${formatMoment(statement.canceledAt)}\u00a0: ${statement.cancelReason}`] as const]
      : []),
    ['Note', statement.note],
  ]
}
