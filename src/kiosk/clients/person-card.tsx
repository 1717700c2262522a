import { Button } from '@mantine/core'
import { IconHistory, IconShoppingBag } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { dayOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useShownPolicies } from '#kiosk/counter/coverage/policies.ts'
import { useNow } from '#shared/ui/use-now.ts'
import type { Person } from '#shared/contract/persons.ts'
import { ageInWords } from '#shared/domain/birth-date.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { uncountedOutgoingAtom } from '#shared/store/lists/uncounted-credit.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import classes from './clients.module.css'
import { CreditFacts } from './credit-facts.tsx'
import { PolicyCard } from './policy-card.tsx'

interface PersonCardProps {
  person: Person
  /** The temporary identifier of the sale in hand. */
  saleIdentifier: string | undefined
  /** The time of the list, if it is not fresh. */
  age: string | undefined
  onSell: () => void
  /** Opens the last purchases of this person. */
  onPurchases: () => void
  onClose: () => void
}

/** The card of a person: identity and policies. Entrée sells to this person. */
export function PersonCard({ person, saleIdentifier, age, onSell, onPurchases, onClose }: PersonCardProps) {
  const today = useAtomValue(dayOfAtom)(useNow())
  const { countryCode } = useAtomValue(tradeAtom)
  const policies = useShownPolicies(person)
  const uncounted = useAtomValue(uncountedOutgoingAtom).get(person.id) ?? 0
  const sell = useRef<HTMLButtonElement>(null)
  useEffect(() => sell.current?.focus(), [person.id])
  const born =
    person.birthDate &&
    `${person.sex === 'F' ? 'Née' : 'Né'} le ${formatShortDay(person.birthDate)}, ${ageInWords(person.birthDate, today)}`
  return (
    <SidePanel
      title={displayName(person)}
      subtitle={
        [born, person.phone && formatPhone(person.phone, countryCode)].filter(Boolean).join(' · ') ||
        'Ni date de naissance, ni téléphone'
      }
      onClose={onClose}
      footer={
        <Button ref={sell} size="md" fullWidth leftSection={<IconShoppingBag size={26} aria-hidden />} onClick={onSell}>
          Vendre à ce patient
        </Button>
      }
    >
      {age && <p className={classes.cardAge}>{age}</p>}
      <div className={classes.cardActions}>
        <Button
          variant="default"
          size="sm"
          fullWidth
          leftSection={<IconHistory size={24} aria-hidden />}
          onClick={onPurchases}
        >
          Derniers achats
        </Button>
      </div>
      <PanelSection title={policies.length > 1 ? 'Polices, dans l’ordre où elles paient' : 'Police'}>
        {policies.length === 0 && <span>Aucune police{'\u00a0'}: le patient paie tout.</span>}
        <ul className={classes.policies}>
          {policies.map((shown, index) => (
            <PolicyCard
              key={shown.policy.id}
              shown={shown}
              order={policies.length > 1 ? index + 1 : undefined}
              today={today}
            />
          ))}
        </ul>
      </PanelSection>
      <PanelSection title="Crédit">
        <CreditFacts clientId={person.id} limit={person.creditLimit} outgoing={person.outgoing + uncounted} />
      </PanelSection>
      {person.socialSecurityId && <PanelSection title="N° de sécurité sociale">{person.socialSecurityId}</PanelSection>}
      {saleIdentifier && <p className={classes.cardAge}>Pour la vente {saleIdentifier}, déjà ouverte.</p>}
    </SidePanel>
  )
}
