import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { useShownPolicies, type ShownPolicy } from '#kiosk/counter/coverage/policies.ts'
import { PolicyTag } from '#kiosk/counter/coverage/policy-tag.tsx'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { policyOfPayment } from '#shared/domain/payment.ts'
import { displayName } from '#shared/domain/person.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { ofName } from '#shared/ui/of-name.ts'
import row from './payment-row.module.css'
import classes from './policies-panel.module.css'

interface PoliciesPanelProps {
  sale: Pick<LocalSale, 'patient' | 'payments' | 'declinedPolicies'>
  onChoosePatient: () => void
  onAccept: (policyId: string) => void
  onClose: () => void
}

/** The policies of the patient, declined ones included. Replaces the type tiles until it is closed. */
export function PoliciesPanel({ sale, onChoosePatient, onAccept, onClose }: PoliciesPanelProps) {
  const person = useAtomValue(personsAtom).get(sale.patient?.id ?? '')
  const policies = useShownPolicies(person)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className={classes.coverage} aria-label="Couverture du patient">
      <header>
        <h3 ref={title} tabIndex={-1}>
          Couverture{sale.patient && ` ${ofName(displayName(sale.patient))}`}
        </h3>
        <ActionIcon size="xs" variant="subtle" color="gray" aria-label="Fermer la couverture" onClick={onClose}>
          <IconX size={24} aria-hidden />
        </ActionIcon>
      </header>
      {policies.length > 0 ? (
        <ul>
          {policies.map((shown) => (
            <PolicyLine key={shown.policy.id} shown={shown} sale={sale} onAccept={onAccept} />
          ))}
        </ul>
      ) : (
        <Nobody hasPatient={sale.patient !== null}>
          <Button size="md" variant="default" onClick={onChoosePatient}>
            {sale.patient ? 'Ouvrir les clients' : 'Choisir le patient'}
          </Button>
        </Nobody>
      )}
    </section>
  )
}

function Nobody({ hasPatient, children }: { hasPatient: boolean; children: ReactNode }) {
  return (
    <>
      <p>
        {hasPatient
          ? 'Ce patient n’a pas de police sur ce poste. Ajoutez-la dans sa fiche\u00a0: sa part sera calculée automatiquement.'
          : 'La part de l’assureur suit la police du patient. Choisissez le patient\u00a0: sa couverture sera calculée automatiquement, ligne par ligne.'}
      </p>
      {children}
    </>
  )
}

function PolicyLine({ shown, sale, onAccept }: { shown: ShownPolicy } & Pick<PoliciesPanelProps, 'sale' | 'onAccept'>) {
  const { policy, known } = shown
  const payment = sale.payments.find((each) => policyOfPayment(each) === policy.id)
  const isAside = sale.declinedPolicies?.includes(policy.id) ?? false
  return (
    <li>
      <span className={row.names}>
        <b>
          {known ? `${known.payer.name}\u00a0${formatPercent(known.payer.percent)}` : `Police ${policy.number ?? ''}`}
        </b>
        <span>
          {isAside ? 'Non utilisée pour cette vente' : payment ? 'Paie sa part' : 'Ne paie rien sur ces lignes'}
        </span>
      </span>
      <PolicyTag policy={shown} />
      {payment && <Money amount={payment.amount} className={row.amount} />}
      {isAside && (
        <Button size="sm" variant="default" onClick={() => onAccept(policy.id)}>
          Utiliser
        </Button>
      )}
    </li>
  )
}
