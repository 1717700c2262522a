import { ActionIcon, Button } from '@mantine/core'
import { IconUserPlus, IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { patientOfAtom } from '#kiosk/ui/coverage-facts.ts'
import { bestPolicy, useShownPolicies } from '#kiosk/ui/policies.ts'
import { PolicyTag } from '#kiosk/ui/policy-tag.tsx'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { initials, shortName } from '#shared/domain/person.ts'
import { Kbd } from '#shared/ui/kbd.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import classes from './sale.module.css'

interface PatientLineProps {
  sale: Pick<LocalSale, 'identifier' | 'patient' | 'payments'>
  onChoose: () => void
  onRemove: () => void
}

/** The head of the ticket: whose sale it is, and what may cover it. */
export function PatientLine({ sale: { identifier, patient, payments }, onChoose, onRemove }: PatientLineProps) {
  const known = useAtomValue(patientOfAtom)(patient)
  const vouchers = payments.flatMap((payment) => (payment.type === 'INSURANCE' && payment.insuranceMetadata.voucher ? [payment.insuranceMetadata.voucher] : []))
  const best = bestPolicy(useShownPolicies(known))
  if (!patient)
    return (
      <div className={classes.head}>
        <h2>Vente {identifier}</h2>
        <Button variant="default" size="xs" leftSection={<IconUserPlus size={22} aria-hidden />} rightSection={<Kbd>F4</Kbd>} onClick={onChoose}>
          Choisir un client
        </Button>
      </div>
    )
  return (
    <div className={classes.head}>
      <h2 className="officine-unseen">Vente {identifier}</h2>
      <div className={classes.patient} role="group" aria-label="Patient">
        <span className={classes.mark} aria-hidden>
          {initials(patient)}
        </span>
        <span className={classes.patientNames}>
          <b>{shortName(patient)}</b>
          <span>
            {best ? (
              <>
                {best.known && `${best.known.payer.name}\u00a0${formatPercent(best.known.payer.percent)}`} <PolicyTag policy={best} />
                {vouchers.length > 0 && ` · bon ${vouchers.join(', ')}`}
              </>
            ) : (
              // Chosen on another terminal, or before the list came: nothing can be said of him yet.
              known ? 'Sans police' : 'Polices inconnues de ce poste\u00a0: rien n’est pris en charge'
            )}
          </span>
        </span>
        <Button variant="default" size="xs" aria-label="Modifier le patient" onClick={onChoose}>
          Modifier
        </Button>
        <ActionIcon variant="subtle" color="gray" size="xs" aria-label={`Retirer ${shortName(patient)} de la vente`} onClick={onRemove}>
          <IconX size={24} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}
