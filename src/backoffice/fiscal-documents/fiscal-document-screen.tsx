import { useAtomValue } from 'jotai'
import { useParams } from 'wouter'
import { type FiscalDetail, fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { meansWords, taxWords } from '#shared/papers/fiscal-words.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { Exchanges } from '#backoffice/fiscal-documents/exchanges.tsx'
import { FiscalGestures } from '#backoffice/fiscal-documents/fiscal-gestures.tsx'
import { FiscalTrouble } from '#backoffice/fiscal-documents/fiscal-trouble.tsx'
import {
  quantityText,
  settlementWords,
  stateWords,
  titleOf,
  withheldDocument,
} from '#backoffice/fiscal-documents/fiscal-words.ts'
import classes from '#backoffice/fiscal-documents/fiscal.module.css'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { type Fact, FactList, Nothing, Sheet, Sheets } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WithheldNote } from '#backoffice/ui/withheld-note.tsx'

/** One document of the fiscal platform: what was frozen, what the platform gave, and what a person may do. */
export function FiscalDocumentScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: document, error, retry } = useAnswer(fiscalDocuments.read, { params: { id } })
  const back = { to: useListAddress('/factures-normalisees'), title: 'Factures normalisées' }
  const taxName = firmNumbers(useAtomValue(countryCodeAtom)).taxId.name
  useTabTitle(document ? titleOf(document) : 'Facture normalisée')
  if (!document)
    return (
      <DetailFace
        back={back}
        title="Facture normalisée"
        error={error}
        onRetry={retry}
        missingText="Cette facture n’existe pas, ou l’adresse est incomplète."
      />
    )
  const { label, tone } = stateWords[document.state]
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={titleOf(document)}
        marks={
          <>
            <StatusTag tone={tone}>{label}</StatusTag>
            {document.isSimulated && <StatusTag tone="warning">Simulation, sans valeur fiscale</StatusTag>}
            {hasDifference(document) && <StatusTag tone="warning">Autre somme sur la plateforme</StatusTag>}
            {document.paidAib !== undefined && <StatusTag tone="warning">Autre AIB à la caisse</StatusTag>}
          </>
        }
        actions={<FiscalGestures key={document.id} document={document} />}
      />
      <Sheets
        wide={
          <>
            <FiscalTrouble document={document} />
            {document.withheld ? (
              <WithheldNote isShown>{withheldDocument}</WithheldNote>
            ) : (
              <>
                <Frozen document={document} />
                <Exchanges exchanges={document.exchanges} />
              </>
            )}
          </>
        }
        narrow={
          <>
            {document.settlement && (
              <Sheet title="Décision">
                <FactList facts={settlementOf(document.settlement)} />
              </Sheet>
            )}
            {document.elements && (
              <Sheet title="Éléments de la plateforme">
                <FactList facts={elementsOf(document.elements)} />
              </Sheet>
            )}
            <Sheet title={document.kind === 'sale' ? 'La facture' : 'L’avoir'}>
              <FactList facts={factsOf(document, taxName)} />
            </Sheet>
          </>
        }
      />
    </Page>
  )
}

/** The lines as they were sold, and the sums by tax group. */
function Frozen({ document: { lines, totals } }: { document: FiscalDetail }) {
  return (
    <Sheet title="Ce qui est facturé" fact={lines.length > 0 && plural(lines.length, 'ligne')}>
      {lines.length === 0 ? (
        <Nothing>Les lignes sont figées quand chacune a son groupe de taxe.</Nothing>
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th className={table.whole}>Article</th>
              <th className={table.end}>Qté</th>
              <th className={table.end}>Prix</th>
              <th>Groupe</th>
              <th className={table.end}>Taux</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, quantity, price, group, rate, originalPrice }, position) => (
              // A line of one product may stand twice.
              <tr key={position}>
                <td className={table.whole}>{label}</td>
                <td className={table.end}>{quantityText(quantity)}</td>
                <td className={table.end}>
                  {originalPrice !== undefined && (
                    <>
                      <s>
                        <Money amount={originalPrice} />
                      </s>{' '}
                    </>
                  )}
                  <Money amount={price} />
                </td>
                <td>{group}</td>
                <td className={table.end}>{formatPercent(rate / 100, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {totals && <Totals totals={totals} />}
    </Sheet>
  )
}

function Totals({ totals: { groups, aib, specificTax, total } }: { totals: NonNullable<FiscalDetail['totals']> }) {
  return (
    <table className={`${table.table} ${classes.totals}`}>
      <thead>
        <tr>
          <th className={table.wide}>Groupe</th>
          <th className={table.end}>HT</th>
          <th className={table.end}>Taxe</th>
          <th className={table.end}>TTC</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ group, rate, net, tax, total: sum }) => (
          <tr key={group}>
            <td className={table.wide}>{`${group}, ${taxWords({ group, rate })}`}</td>
            {[net, tax, sum].map((amount, place) => (
              <td key={place} className={table.end}>
                <Money amount={amount} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {specificTax > 0 && <SumRow name="Dont taxe spécifique" amount={specificTax} />}
        {aib > 0 && <SumRow name="AIB" amount={aib} />}
        <SumRow name="Total" amount={total} strong />
      </tfoot>
    </table>
  )
}

function SumRow({ name, amount, strong = false }: { name: string; amount: number; strong?: boolean }) {
  const shown = <Money amount={amount} unit />
  return (
    <tr>
      <td className={table.wide} colSpan={3}>
        {strong ? <b>{name}</b> : name}
      </td>
      <td className={table.end}>{strong ? <b>{shown}</b> : shown}</td>
    </tr>
  )
}

/** The platform certified another sum than ours, or another stamp duty than the till took. */
function hasDifference({ elements }: FiscalDetail): boolean {
  return elements?.expectedStampDuty !== undefined || elements?.differingTotal !== undefined
}

function elementsOf(elements: NonNullable<FiscalDetail['elements']>): Fact[] {
  const { code, nim, counters, at, qr, stickersLeft, stampDuty, expectedStampDuty, differingTotal } = elements
  return [
    ['Code', code],
    ['Machine (NIM)', nim],
    ['Compteurs', counters],
    ['Heure de la plateforme', at],
    ['Texte du QR', qr],
    ...(stickersLeft === undefined ? [] : [['Vignettes restantes', String(stickersLeft)] as const]),
    ...(stampDuty ? [['Timbre de quittance', <Money key="stamp" amount={stampDuty} unit />] as const] : []),
    ...(expectedStampDuty === undefined
      ? []
      : [['Timbre perçu à la caisse', <Money key="taken" amount={expectedStampDuty} unit />] as const]),
    ...(differingTotal === undefined
      ? []
      : [['Total certifié par la plateforme', <Money key="total" amount={differingTotal} unit />] as const]),
  ]
}

function factsOf(document: FiscalDetail, taxName: string): Fact[] {
  const { client, payments, saleId, saleNumber, soldAt, operator, originalCode, prints, kind, paidAib } = document
  return [
    ['Vente', <TextLink key="sale" to={`/ventes/${saleId}`}>{`n°\u00a0${saleNumber}`}</TextLink>],
    [kind === 'sale' ? 'Vendue le' : 'Fait le', formatMoment(soldAt)],
    ...(originalCode ? [['Annule la facture', originalCode] as const] : []),
    ['Vendeur', operator],
    ['Client', client?.name ?? null],
    ...(client?.taxId ? [[`${taxName} du client`, client.taxId] as const] : []),
    ...(client?.contact ? [['Contact', client.contact] as const] : []),
    ...(client?.address ? [['Adresse', client.address] as const] : []),
    ...(paidAib === undefined ? [] : [['AIB perçu à la caisse', <Money key="aib" amount={paidAib} unit />] as const]),
    ...payments.map(({ means, amount }): Fact => [meansWords[means], <Money key={means} amount={amount} unit />]),
    ['Impressions', prints === 0 ? 'Aucune' : plural(prints, 'papier')],
  ]
}

function settlementOf(settlement: NonNullable<FiscalDetail['settlement']>): Fact[] {
  const { way, reason, creditCode, byName, at } = settlement
  return [
    ['Décision', settlementWords[way]],
    ...(creditCode ? [['Code de l’avoir', creditCode] as const] : []),
    ['Raison', reason],
    ['Noté', [formatMoment(at), byName].filter(Boolean).join(', ')],
  ]
}
