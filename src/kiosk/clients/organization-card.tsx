import { useAtomValue } from 'jotai'
import { taxLine } from '#shared/domain/countries/country-facts.ts'
import { dayOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { Contract } from '#shared/contract/contracts.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import { lapseOn } from '#shared/domain/coverage/validity.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { uncountedOutgoingAtom } from '#shared/store/lists/uncounted-credit.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from './clients.module.css'
import { CreditFacts } from './credit-facts.tsx'

/**
 * The card of an organization: what it owes, and the contracts that it pays itself. A sale is always to one of its
 * members.
 */
export function OrganizationCard({
  organization,
  age,
  onClose,
}: {
  organization: Organization
  age: string | undefined
  onClose: () => void
}) {
  const { countryCode } = useAtomValue(tradeAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  const uncounted = useAtomValue(uncountedOutgoingAtom).get(organization.id) ?? 0
  const { name, phone, taxId, contracts, creditLimit, outgoing, paymentDelayDays } = organization
  return (
    <SidePanel
      title={name}
      subtitle={['Organisme', phone && formatPhone(phone, countryCode), taxLine(taxId, countryCode)]
        .filter(Boolean)
        .join(' · ')}
      onClose={onClose}
    >
      {age && <p className={classes.cardAge}>{age}</p>}
      <PanelSection title="Crédit">
        <CreditFacts clientId={organization.id} limit={creditLimit} outgoing={outgoing + uncounted} />
        <span>Paie à {paymentDelayDays}&nbsp;jours</span>
      </PanelSection>
      <PanelSection title="Contrats qu’il paie lui-même">
        {contracts.length === 0 && <span>Aucun contrat.</span>}
        <ul className={classes.policies}>
          {contracts.map((contract) => (
            <ContractLine key={contract.id} contract={contract} today={today} />
          ))}
        </ul>
      </PanelSection>
      <p className={classes.cardAge}>La vente se fait à une personne{'\u00a0'}: cherchez le patient par son nom.</p>
    </SidePanel>
  )
}

function ContractLine({ contract, today }: { contract: Contract; today: string }) {
  const lapse = lapseOn(today, contract)
  return (
    <li className={classes.policy}>
      <div className={classes.policyHead}>
        <b>{contract.label}</b>
        <span className={classes.percent}>{formatPercent(contract.defaultCoverage)}</span>
        {!lapse && <StatusTag tone="success">Valable</StatusTag>}
        {lapse?.kind === 'expired' && (
          <StatusTag tone="danger">Expiré depuis le {formatShortDay(lapse.since)}</StatusTag>
        )}
        {lapse?.kind === 'not-yet-valid' && <StatusTag>À partir du {formatShortDay(lapse.from)}</StatusTag>}
      </div>
    </li>
  )
}
