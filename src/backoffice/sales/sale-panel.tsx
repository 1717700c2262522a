import { IconAlertTriangle } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { sales, type Payment, type Sale } from '#shared/contract/sales.ts'
import { changeOf, lineTotal } from '#shared/domain/sale.ts'
import { productsAtom } from '#shared/store/product-list-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import { flagWords } from '#backoffice/ui/sale-flags.ts'
import classes from '#backoffice/sales/sales.module.css'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** One sale beside its list: what was sold, how it was paid, and what is to be looked at. */
export function SalePanel({ saleId, onClose }: { saleId: string; onClose: () => void }) {
  const { data: sale, error, retry } = useAnswer(sales.read, { params: { id: saleId } })
  if (sale) return <KnownSale sale={sale} onClose={onClose} />
  return (
    <SidePanel title="Vente" onClose={onClose}>
      <PanelFace error={error} onRetry={retry} missingText="Cette vente n’existe pas, ou l’adresse est incomplète." />
    </SidePanel>
  )
}

function KnownSale({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  return (
    <SidePanel
      title={`Vente n°\u00a0${sale.number}`}
      onClose={onClose}
      subtitle={
        <>
          <div>{formatMoment(sale.soldAt)}</div>
          <div>
            {sale.sellerName} · ticket {sale.identifier}
          </div>
          {sale.status === 'CANCELED' && <StatusTag>Annulée</StatusTag>}
        </>
      }
    >
      {sale.flags.length > 0 && (
        <PanelSection title="À vérifier">
          {sale.flags.map((flag) => (
            <div key={flag} className={classes.flag}>
              <IconAlertTriangle size={18} aria-hidden />
              {flagWords(flag).text}
            </div>
          ))}
        </PanelSection>
      )}
      <Lines sale={sale} />
      <Payments sale={sale} />
      {sale.patientName && <PanelSection title="Client">{sale.patientName}</PanelSection>}
    </SidePanel>
  )
}

function Lines({ sale }: { sale: Sale }) {
  const productOf = useProductsOf(sale)
  const lines = [...sale.records.map((record) => ({ ...record, productId: productOf.get(record.stockItemId) })), ...sale.vouchers.map((voucher) => ({ ...voucher, productId: undefined }))]
  const units = lines.reduce((count, line) => count + line.quantity, 0)
  return (
    <PanelSection title="Lignes" fact={plural(units, 'boîte')}>
      {lines.map((line) => (
        <div key={line.id} className={classes.line}>
          <span>
            {line.productId ? <TextLink to={`/stock/${line.productId}`}>{line.label}</TextLink> : line.label}
            <small>
              {formatAmount(line.quantity, { decimals: 0 })} × <Money amount={line.price} />
            </small>
          </span>
          <Money amount={lineTotal(line)} />
        </div>
      ))}
      <div className={`${classes.line} ${classes.total}`}>
        <span>Total</span>
        <Money amount={sale.total} unit />
      </div>
    </PanelSection>
  )
}

function Payments({ sale }: { sale: Sale }) {
  const change: number = changeOf(sale.payments)
  return (
    <PanelSection title="Paiements">
      {sale.payments.map((payment) => (
        <div key={payment.id} className={classes.line}>
          <span>
            {paymentName(payment.type)}
            {detailOf(payment) && <small>{detailOf(payment)}</small>}
          </span>
          <Money amount={payment.type === 'CASH' ? payment.tendered : payment.amount} />
        </div>
      ))}
      {change > 0 && (
        <div className={classes.line}>
          <span>Rendu</span>
          <Money amount={-change} />
        </div>
      )}
      {sale.rounding !== 0 && (
        <div className={classes.line}>
          <span>Arrondi des espèces</span>
          <Money amount={sale.rounding} signed />
        </div>
      )}
    </PanelSection>
  )
}

/** What was noted beside the amount. */
function detailOf(payment: Payment): string | null {
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ') || null
  switch (payment.type) {
    case 'CHEQUE':
      return join(payment.bank, payment.chequeNumber && `n°\u00a0${payment.chequeNumber}`)
    case 'MOBILE_MONEY':
      return join(payment.phoneOperator, payment.transactionReference)
    case 'INSURANCE':
      return join(payment.insuranceMetadata.insurer, payment.insuranceMetadata.voucher && `bon ${payment.insuranceMetadata.voucher}`)
    case 'SOCIAL_SECURITY':
      return join(payment.socialSecurityMetadata.body, payment.socialSecurityMetadata.identifier)
    case 'CASH':
    case 'CREDIT_CARD':
    case 'CREDIT':
    case 'CREDIT_ORG':
    case 'DISCOUNT':
      return null
  }
}

/** The product of each lot sold: a record names its lot only. One pass over the list for one sale on screen. */
function useProductsOf(sale: Sale): ReadonlyMap<string, string> {
  const products = useAtomValue(productsAtom)
  return useMemo(() => {
    const wanted = new Set(sale.records.map(({ stockItemId }) => stockItemId))
    const found = new Map<string, string>()
    for (const product of products.values()) {
      for (const { id } of product.stockItems) if (wanted.has(id)) found.set(id, product.id)
      if (found.size === wanted.size) break
    }
    return found
  }, [products, sale])
}
