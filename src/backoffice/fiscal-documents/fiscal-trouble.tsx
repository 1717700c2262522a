import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { FiscalDetail } from '#shared/contract/fiscal-documents.ts'
import { sales, type ReadSale } from '#shared/contract/sales.ts'
import { firmNumbers, theTaxId } from '#shared/domain/countries/country-facts.ts'
import { formatExactHour, formatMoment, formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { fieldText, isAboutClient } from '#backoffice/fiscal-documents/fiscal-words.ts'
import classes from '#backoffice/fiscal-documents/fiscal.module.css'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { type Fact, FactList, Sheet } from '#backoffice/ui/sheet.tsx'
import { useProductsOf } from '#backoffice/ui/sold-products.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** Why a document is not certified, and what to do. */
export function FiscalTrouble({ document }: { document: FiscalDetail }) {
  const countryCode = useAtomValue(countryCodeAtom)
  switch (document.state) {
    case 'certified':
    case 'settled':
      return null
    case 'incomplete':
      return (
        <Trouble title="Des produits n’ont pas de groupe de taxe">
          <p>
            La plateforme demande le groupe de taxe de chaque ligne. Donnez une section réglementaire à ces produits,
            puis
            {' «\u00a0Compléter\u00a0»'}.
          </p>
          <IncompleteLines document={document} />
        </Trouble>
      )
    case 'waiting':
      return (
        <Trouble title="En attente de normalisation">
          <p>{waitingText(document)}</p>
          <FactList
            facts={[
              ['Essais', String(document.attempts)],
              ['Prochain essai', document.nextAt && formatMoment(document.nextAt)],
              ['Dernière réponse', document.trouble],
            ]}
          />
        </Trouble>
      )
    case 'rejected':
      return (
        <Trouble title="La plateforme a refusé cette facture">
          <p>
            {isAboutClient(document)
              ? `Rien n’a été normalisé. Certifiez la facture sans ${theTaxId(countryCode)} du client, ou modifiez la vente au comptoir avec le bon numéro.`
              : 'Rien n’a été normalisé. Corrigez ce qui est dit ci-dessous, puis renvoyez la facture.'}
          </p>
          <FactList facts={refusalOf(document, firmNumbers(countryCode).taxId.name)} />
        </Trouble>
      )
    case 'uncertain':
      return (
        <Trouble title="Peut-être normalisée, personne ne le sait">
          <p>
            La plateforme n’a pas dit ce qu’elle a fait de cette facture. Cherchez-la sur son portail par son heure et
            sa somme, puis notez ce que vous y avez lu. Ne refaites pas la vente
            {'\u00a0'}: elle serait facturée deux fois.
          </p>
          <FactList
            facts={[
              ['Vendue le', formatMoment(document.soldAt)],
              ['Somme', document.total === null ? null : <Money key="total" amount={document.total} unit />],
              ...evidenceOf(document.evidence ?? {}),
            ]}
          />
        </Trouble>
      )
  }
}

function waitingText({ nextAt, attempts, kind }: FiscalDetail): string {
  if (nextAt === null && kind === 'credit') return 'Cet avoir part dès que la facture qu’il annule est normalisée.'
  return attempts === 0
    ? 'Elle part dès que la plateforme répond. Il n’y a rien à faire.'
    : 'La plateforme ne l’a pas encore prise. Elle est renvoyée toute seule.'
}

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Sheet title={title}>
      <div className={classes.trouble}>{children}</div>
    </Sheet>
  )
}

/** The lines without a tax group, each with its product. */
function IncompleteLines({ document: { saleId, incompleteLines } }: { document: FiscalDetail }) {
  const sale = useAnswer(sales.read, { params: { id: saleId } }).data
  // A product may stand on several lines.
  const names = [...new Set(incompleteLines)]
  return (
    <ul className={classes.lines} aria-label="Lignes sans groupe de taxe">
      {sale ? <LinkedLines sale={sale} names={names} /> : names.map((name) => <li key={name}>{name}</li>)}
    </ul>
  )
}

function LinkedLines({ sale, names }: { sale: ReadSale; names: readonly string[] }) {
  const productOf = useProductsOf(sale)
  return names.map((name) => {
    const record = sale.records.find(({ label }) => label === name)
    const productId = record && productOf.get(record.stockItemId)
    if (productId)
      return (
        <li key={name}>
          <TextLink to={`/stock/${productId}`}>{name}</TextLink>
        </li>
      )
    // A service without stock: the settings say its group.
    return (
      <li key={name}>
        {name}
        {!record && sale.vouchers.some(({ label }) => label === name) && (
          <>
            {', prestation\u00a0: '}
            <TextLink to="/parametres/pharmacie">choisir son groupe</TextLink>
          </>
        )}
      </li>
    )
  })
}

function refusalOf({ fields, trouble }: FiscalDetail, taxName: string): Fact[] {
  if (fields.length === 0) return [['Réponse', trouble]]
  return fields.map(({ field, message }) => [fieldText(field, taxName), message])
}

/** What a family keeps of an uncertain call; a name without words is shown as it is. */
const evidenceWords: Readonly<Record<string, string>> = {
  total: 'Somme envoyée',
  draftedAt: 'Brouillon fait',
  uid: 'Numéro (uid)',
  confirmations: 'Confirmations envoyées',
  status: 'Statut HTTP',
  why: 'Ce qui s’est passé',
  answer: 'Réponse de la plateforme',
}
function evidenceOf(evidence: Record<string, unknown>): Fact[] {
  const names = new Set([...Object.keys(evidenceWords), ...Object.keys(evidence)])
  return [...names]
    .filter((name) => name in evidence)
    .map((name) => [evidenceWords[name] ?? name, evidenceText(name, evidence[name])])
}

function evidenceText(name: string, value: unknown): ReactNode {
  if (name === 'total' && typeof value === 'number') return <Money amount={value} unit />
  if (typeof value !== 'string') return value === null ? null : JSON.stringify(value)
  return name === 'draftedAt' ? `${formatShortDay(value)} ${formatExactHour(value)}` : value
}
