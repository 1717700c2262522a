import { IconPrinter } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { recalls, type RecallRecord } from '#shared/contract/recalls.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { CloseRecallModal } from '#backoffice/recalls/close-recall-modal.tsx'
import { BuyerTable } from '#backoffice/recalls/buyer-table.tsx'
import { RecallPages } from '#backoffice/recalls/recall-pages.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList, FigureBar, Nothing, Sheet, Sheets } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One recall: where the packages are, and the buyers to work off. */
export function RecallScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: recall, error, retry } = useAnswer(recalls.read, { params: { id } })
  const back = { to: useListAddress('/rappels'), title: 'Rappels de lots' }
  useTabTitle(recall ? `Rappel du lot ${recall.lot}` : 'Rappel')
  if (!recall)
    return (
      <DetailFace
        back={back}
        title="Rappel"
        error={error}
        onRetry={retry}
        missingText="Ce rappel n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownRecall key={id} recall={recall} back={back} />
}

function KnownRecall({ recall, back }: { recall: RecallRecord; back: { to: string; title: string } }) {
  const mayWork = useMay(recalls.contact)
  const isOpen = recall.closedAt === null
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={`${recall.label}, lot ${recall.lot}`}
        record={recall.id}
        marks={isOpen ? <StatusTag tone="danger">Rappel ouvert</StatusTag> : <StatusTag>Rappel clôturé</StatusTag>}
        actions={<Gestures recall={recall} mayClose={isOpen && mayWork} />}
      />
      <Figures recall={recall} />
      <Sheets
        wide={
          <Sheet title="Avis">
            <FactList facts={noticeOf(recall)} />
          </Sheet>
        }
        narrow={
          <Sheet title="Où sont les boîtes">
            <Quantities recall={recall} />
          </Sheet>
        }
      />
      <Sheet title="Acheteurs" fact={recall.buyers > 0 ? `${recall.workedOff} sur ${recall.buyers} joints` : undefined}>
        {recall.soldTo.length === 0 ? (
          <Nothing>Ce lot n’a pas été vendu.</Nothing>
        ) : (
          <BuyerTable recall={recall} mayWork={mayWork} />
        )}
      </Sheet>
    </Page>
  )
}

function noticeOf(recall: RecallRecord): Fact[] {
  return [
    ['Motif', recall.reason],
    ['Référence', recall.reference],
    ['Ouvert', `${formatMoment(recall.openedAt)}, ${recall.openedByName}`],
    [
      'Produit',
      <TextLink key="product" to={`/stock/${recall.pharmacyProductId}`}>
        {recall.label}
      </TextLink>,
    ],
    ...(recall.closedAt === null
      ? []
      : ([
          ['Clôturé', `${formatMoment(recall.closedAt)}, ${recall.closedByName}`],
          ['Conclusion', recall.closingNote],
        ] as const)),
  ]
}

function Figures({ recall: { sales, buyers, workedOff, quantities } }: { recall: RecallRecord }) {
  const sumOf = (read: (row: RecallRecord['quantities'][number]) => string) => quantities.map(read).join(', ') || '0'
  const words = (packaging: string, count: number) => plural(count, packaging.toLocaleLowerCase('fr'))
  const left = buyers - workedOff
  return (
    <FigureBar
      figures={[
        { name: 'Encore en stock', value: sumOf(({ packaging, inStock }) => words(packaging, inStock)) },
        { name: 'Vendues', value: sumOf(({ packaging, sold }) => words(packaging, sold)) },
        { name: 'Ventes', value: formatAmount(sales, { decimals: 0 }) },
        {
          name: 'Clients à joindre',
          value: formatAmount(left, { decimals: 0 }),
          ...(left > 0 ? { tone: 'warning' as const } : {}),
        },
      ]}
    />
  )
}

function Quantities({ recall: { quantities, soldTo } }: { recall: RecallRecord }) {
  const broughtBack = soldTo.reduce((sum, { contacts }) => sum + (contacts[0]?.returned ?? 0), 0)
  if (quantities.length === 0) return <Nothing>Ce lot n’a jamais été dans votre stock.</Nothing>
  const cell = (value: number) => <td className={table.end}>{formatAmount(value, { decimals: 0 })}</td>
  return (
    <>
      <table className={`${table.table} ${table.dense}`}>
        <thead>
          <tr>
            <th>Cond.</th>
            <th className={table.end}>En stock</th>
            <th className={table.end}>Vendu</th>
            <th className={table.end}>Avoirs</th>
            <th className={table.end}>Détruit</th>
          </tr>
        </thead>
        <tbody>
          {quantities.map(({ packaging, inStock, sold, returned, destroyed }) => (
            <tr key={packaging}>
              <td>{packaging}</td>
              {cell(inStock)}
              {cell(sold)}
              {cell(returned)}
              {cell(destroyed)}
            </tr>
          ))}
        </tbody>
      </table>
      {broughtBack > 0 && (
        <Nothing>{`${plural(broughtBack, 'boîte rapportée', 'boîtes rapportées')} par les clients joints.`}</Nothing>
      )}
    </>
  )
}

function Gestures({ recall, mayClose }: { recall: RecallRecord; mayClose: boolean }) {
  const [isClosing, setIsClosing] = useState(false)
  const [isPrinting, setIsPrinting] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => setIsPrinting(true)}>
        Imprimer
      </Button>
      {mayClose && <WriteButton onClick={() => setIsClosing(true)}>Clôturer le rappel</WriteButton>}
      {isClosing && <CloseRecallModal recall={recall} onClose={() => setIsClosing(false)} />}
      {isPrinting && <RecallPages recall={recall} onPrinted={() => setIsPrinting(false)} />}
    </>
  )
}
