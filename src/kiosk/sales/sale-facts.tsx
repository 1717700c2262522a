import { IconEyeOff } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import type { ReadSale, Sale, WithheldSale } from '#shared/contract/sales.ts'
import { taxLine } from '#shared/domain/countries/country-facts.ts'
import { displayName } from '#shared/domain/person.ts'
import { paymentLabels, stampDutyIn, type PaymentType } from '#shared/domain/payment.ts'
import { changeOf, goodsOf, lineTotal } from '#shared/domain/sale.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { formatAmount, formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import classes from './sale-detail.module.css'

type SoldLine = ReadSale['vouchers'][number] & Partial<Pick<Sale['records'][number], 'posology' | 'opens'>>

/** The sold lines: boxes, units and services, their posology, and what was returned; without amounts while withheld. */
export function SoldLines({ sale }: { sale: ReadSale }) {
  const backOf = (lineId: string) =>
    sale.returns
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.lineId === lineId ? line.quantity : 0), 0)
  const lines: SoldLine[] = [...sale.records, ...sale.vouchers]
  return (
    <PanelSection
      title="Lignes"
      fact={plural(
        goodsOf<SoldLine, ReadSale['vouchers'][number]>(sale).reduce((units, { quantity }) => units + quantity, 0),
        'article',
      )}
    >
      {lines.map((line) => {
        const back = backOf(line.id)
        return (
          <Row key={line.id} amount={'price' in line ? lineTotal(line) : null}>
            {unbroken(line.label)}
            {line.quantity > 1 && ` × ${formatAmount(line.quantity, { decimals: 0 })}`}
            {line.posology && <small>{line.posology}</small>}
            {line.opens && <small>{plural(line.opens.boxes, 'boîte ouverte', 'boîtes ouvertes')}</small>}
            {back > 0 && <small className={classes.back}>{plural(back, 'rendu')}</small>}
          </Row>
        )
      })}
      {'total' in sale && (
        <div className={`${classes.row} ${classes.total}`}>
          <span>Total</span>
          <Money amount={sale.total} unit />
        </div>
      )}
    </PanelSection>
  )
}

/** What the panel says of the payments until the drawer is counted. */
export function WithheldPayments({ sale: { paymentTypes } }: { sale: WithheldSale }) {
  return (
    <PanelSection title="Paiements">
      <p className={classes.fact}>
        {paymentTypes.map((type) => paymentLabels[type as PaymentType] ?? type).join(', ')}
      </p>
      <p className={classes.withheld}>
        <IconEyeOff size={22} aria-hidden />
        Les montants s’affichent quand la caisse est comptée. Un ticket réimprimé ou un retour est noté dans le rapport
        de caisse.
      </p>
    </PanelSection>
  )
}

/** The payments and their references. */
export function PaidBy({ sale: { payments, rounding } }: { sale: Pick<Sale, 'payments' | 'rounding'> }) {
  const tracesOf = useTraces()
  const change = changeOf(payments)
  const stampDuty = stampDutyIn(payments)
  return (
    <PanelSection title="Paiements">
      {payments.map((payment) => {
        const traces = tracesOf(payment)
        return (
          <Row key={payment.id} amount={payment.type === 'CASH' ? payment.tendered : payment.amount}>
            {paymentLabels[payment.type]}
            {traces.length > 0 && <small>{traces.join(' · ')}</small>}
          </Row>
        )
      })}
      {change > 0 && <Row amount={change}>Rendu</Row>}
      {rounding !== 0 && <Row amount={rounding}>Arrondi</Row>}
      {stampDuty > 0 && <Row amount={stampDuty}>Dont timbre de quittance</Row>}
    </PanelSection>
  )
}

/** For whom the invoice is made. Empty for a walk-in. */
export function InvoicedTo({ buyer }: Pick<Sale, 'buyer'>) {
  const { countryCode } = useAtomValue(tradeAtom)
  if (!buyer) return null
  const { name, taxId, contact, address } = buyer
  return (
    <PanelSection title="Facture au nom de">
      <p className={classes.fact}>{[name, taxLine(taxId, countryCode)].filter(Boolean).join(' · ')}</p>
      {(contact ?? address) && <p className={classes.fact}>{[contact, address].filter(Boolean).join(' · ')}</p>}
    </PanelSection>
  )
}

/** The prescriber. Empty if there is none. */
export function PrescribedBy({ prescription }: Pick<Sale, 'prescription'>) {
  if (!prescription) return null
  const { prescriber, prescriberAddress, prescribedOn, patientName, patientAddress } = prescription
  const by = [prescriber, prescriberAddress, prescribedOn && `le ${formatShortDay(prescribedOn)}`]
    .filter(Boolean)
    .join(' · ')
  const to = [patientName, patientAddress].filter(Boolean).join(' · ')
  return (
    <PanelSection title="Ordonnance">
      {by && <p className={classes.fact}>{by}</p>}
      {to && <p className={classes.fact}>Pour {to}</p>}
    </PanelSection>
  )
}

function Row({ amount, children }: { amount: number | null; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <span>{children}</span>
      {amount !== null && <Money amount={amount} />}
    </div>
  )
}

type Payment = Sale['payments'][number]

/** « NSIA · 80 % · bon 4471 »: the references of a payment. Clients have the name that this terminal knows. */
function useTraces(): (payment: Payment) => string[] {
  const persons = useAtomValue(personsAtom)
  const organizations = useAtomValue(organizationsAtom)
  const nameOf = (id: string | null) => {
    if (id === null) return null
    const person = persons.get(id)
    return person ? displayName(person) : (organizations.get(id)?.name ?? null)
  }
  return (payment) => tracesOf(payment, nameOf).flatMap((trace) => trace?.trim() || [])
}

function tracesOf(payment: Payment, nameOf: (id: string | null) => string | null): (string | null)[] {
  switch (payment.type) {
    case 'INSURANCE': {
      const { insurer, coverage, voucher } = payment.insuranceMetadata
      return [insurer, coverage === null ? null : formatPercent(coverage), voucher && `bon ${voucher}`]
    }
    case 'SOCIAL_SECURITY':
      return [payment.socialSecurityMetadata.body, payment.socialSecurityMetadata.identifier]
    case 'CHEQUE':
      return [payment.bank, payment.chequeNumber && `n°\u00a0${payment.chequeNumber}`]
    case 'MOBILE_MONEY':
      return [payment.phoneOperator, payment.transactionReference]
    case 'CREDIT':
      return [nameOf(payment.creditMetadata.person)]
    case 'CREDIT_ORG':
      return [nameOf(payment.creditMetadata.organization)]
    case 'DISCOUNT':
      return [payment.percent ? formatPercent(payment.percent) : null]
    case 'CASH':
    case 'CREDIT_CARD':
      return []
  }
}
