import { IconAlertTriangle, IconCalendarEvent, IconCashRegister } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { sales, type ReadSale } from '#shared/contract/sales.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { soldBy } from '#shared/domain/preparation.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { SaleDateModal } from '#backoffice/sales/sale-date-modal.tsx'
import { SaleHistorySection } from '#backoffice/sales/sale-history-section.tsx'
import { SaleInvoices } from '#backoffice/sales/sale-invoices.tsx'
import { SaleLines } from '#backoffice/sales/sale-lines.tsx'
import { SalePayments, WithheldPayments } from '#backoffice/sales/sale-payments.tsx'
import { SalePhotos } from '#backoffice/sales/sale-photos.tsx'
import { SalePrescription } from '#backoffice/sales/sale-prescription.tsx'
import { SaleReturns } from '#backoffice/sales/sale-returns.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/sales/sales.module.css'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { saleStates } from '#backoffice/ui/sale-columns.tsx'
import { flagWords } from '#backoffice/ui/sale-flags.ts'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useWriteShortcuts, WriteButton } from '#backoffice/ui/write-button.tsx'

/** One sale beside its list: lines, payments, state and points to review. */
export function SalePanel({ id, onClose }: PanelProps) {
  const { data: sale, error, retry } = useAnswer(sales.read, { params: { id } })
  useTabTitle(sale ? titleOf(sale) : 'Vente')
  if (sale) return <KnownSale sale={sale} onClose={onClose} />
  return (
    <SidePanel title="Vente" onClose={onClose}>
      <PanelFace error={error} onRetry={retry} missingText="Cette vente n’existe pas, ou l’adresse est incomplète." />
    </SidePanel>
  )
}

const titleOf = ({ number }: Pick<ReadSale, 'number'>) => `Vente n°\u00a0${number}`

function KnownSale({ sale, onClose }: { sale: ReadSale; onClose: () => void }) {
  const [isDating, setIsDating] = useState(false)
  const mayDate = useMay(sales.setDate) && sale.status === 'CLOSED'
  useWriteShortcuts({ d: () => setIsDating(true) }, mayDate && !isDating)
  return (
    <SidePanel title={titleOf(sale)} onClose={onClose} subtitle={<Subtitle sale={sale} />}>
      {sale.flags.length > 0 && (
        <PanelSection title="À vérifier">
          {sale.flags.map((flag) => (
            <div key={flag} className={classes.flag} data-severe={flagWords(flag).isSevere}>
              <IconAlertTriangle size={18} aria-hidden />
              {flagWords(flag).text}
            </div>
          ))}
          {sale.regularisation && <div>Motif de la régularisation : {sale.regularisation.reason}</div>}
        </PanelSection>
      )}
      {sale.cancellation && <Cancellation sale={sale} cancellation={sale.cancellation} />}
      <SaleLines sale={sale} />
      {'withheld' in sale ? <WithheldPayments sale={sale} /> : <SalePayments sale={sale} />}
      <SaleReturns sale={sale} />
      {!('withheld' in sale) && <SaleInvoices sale={sale} />}
      {sale.patientName && (
        <PanelSection title="Client">
          {sale.patientId ? (
            <TextLink to={`/patients/${sale.patientId}`}>{sale.patientName}</TextLink>
          ) : (
            sale.patientName
          )}
        </PanelSection>
      )}
      <SaleBuyer buyer={sale.buyer} />
      <SalePrescription sale={sale} />
      <SalePhotos sale={sale} />
      <SaleHistorySection sale={sale} />
      {sale.status === 'CLOSED' && (
        <PanelSection title="Actions">
          {mayDate && (
            <WriteButton
              variant="default"
              leftSection={<IconCalendarEvent size={18} aria-hidden />}
              onClick={() => setIsDating(true)}
            >
              Corriger la date
            </WriteButton>
          )}
          <p className={classes.atCounter}>
            <IconCashRegister size={18} aria-hidden />
            <span>
              <b>À faire au comptoir</b> : annuler, modifier, reprendre des articles. L’argent rendu sort d’une caisse
              ouverte.
            </span>
          </p>
        </PanelSection>
      )}
      {isDating && <SaleDateModal sale={sale} onClose={() => setIsDating(false)} />}
    </SidePanel>
  )
}

function Subtitle({ sale }: { sale: ReadSale }) {
  const states = saleStates({ ...sale, ...amountsOf(sale), flags: [] })
  return (
    <>
      <div>{formatMoment(sale.soldAt)}</div>
      <div>
        {soldBy(sale)} · ticket {sale.identifier}
      </div>
      {(states.length > 0 || sale.version > 1) && (
        <div className={classes.tags}>
          {states.map(({ label, tone }) => (
            <StatusTag key={label} tone={tone}>
              {label}
            </StatusTag>
          ))}
          {sale.version > 1 && <StatusTag>Version {sale.version}</StatusTag>}
        </div>
      )}
    </>
  )
}

/** The total and what was returned of it; null while they are withheld. */
function amountsOf(sale: ReadSale): { total: number | null; returned: number | null } {
  if ('withheld' in sale) return { total: null, returned: sale.returns.length > 0 ? null : 0 }
  return { total: sale.total, returned: sale.returns.reduce((sum, { total }) => sum + total, 0) }
}

/** For whom the invoice is made; nothing for a walk-in. */
function SaleBuyer({ buyer }: Pick<ReadSale, 'buyer'>) {
  const countryCode = useAtomValue(countryCodeAtom)
  if (!buyer) return null
  const { organizationId, name, taxId, contact, address } = buyer
  const facts: Fact[] = [
    ['Nom', organizationId ? <TextLink to={`/organismes/${organizationId}`}>{name}</TextLink> : name],
    [firmNumbers(countryCode).taxId.name, taxId],
    ['Contact', contact],
    ['Adresse', address],
  ]
  return (
    <PanelSection title="Facture au nom de">
      <FactList facts={facts.filter(([, value]) => value !== null)} />
    </PanelSection>
  )
}

function Cancellation({
  sale: { replacedBy },
  cancellation: { at, byName, reason },
}: {
  sale: ReadSale
  cancellation: NonNullable<ReadSale['cancellation']>
}) {
  return (
    <PanelSection title={replacedBy ? 'Remplacement' : 'Annulation'} fact={formatMoment(at)}>
      <div>Par {byName}</div>
      {replacedBy ? (
        <div>
          <TextLink to={`/ventes/${replacedBy}`}>Voir la version suivante</TextLink>
        </div>
      ) : (
        <div>Motif : {reason}</div>
      )}
      <small className={`${text.quiet} ${classes.small}`}>
        Les boîtes sont revenues en stock et l’argent a été rendu.
      </small>
    </PanelSection>
  )
}
