import { ActionIcon, Button } from '@mantine/core'
import { IconHistory, IconUserPlus, IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { Fragment } from 'react'
import { patientOfAtom } from '#kiosk/counter/coverage/coverage-facts.ts'
import { useShownPolicies, type ShownPolicy } from '#kiosk/counter/coverage/policies.ts'
import { PolicyTag } from '#kiosk/counter/coverage/policy-tag.tsx'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { initials, shortName } from '#shared/domain/person.ts'
import { FaceDisc } from '#shared/ui/face-disc.tsx'
import { Kbd } from '#shared/ui/kbd.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { ofName } from '#shared/ui/of-name.ts'
import classes from './sale.module.css'

interface PatientLineProps {
  sale: Pick<LocalSale, 'identifier' | 'patient' | 'payments' | 'declinedPolicies'>
  onChoose: () => void
  /** Opens the last purchases of this patient. */
  onPurchases: () => void
  onRemove: () => void
}

/** The head of the ticket: the patient, and the policies that may cover the sale. */
export function PatientLine({
  sale: { identifier, patient, payments, declinedPolicies = [] },
  onChoose,
  onPurchases,
  onRemove,
}: PatientLineProps) {
  const known = useAtomValue(patientOfAtom)(patient)
  const vouchers = payments.flatMap((payment) =>
    payment.type === 'INSURANCE' && payment.insuranceMetadata.voucher ? [payment.insuranceMetadata.voucher] : [],
  )
  const policies = useShownPolicies(known)
  const used = policies.filter(({ policy }) => !declinedPolicies.includes(policy.id))
  if (!patient)
    return (
      <div className={classes.head}>
        <h2>Vente {identifier}</h2>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUserPlus size={22} aria-hidden />}
          rightSection={<Kbd>F4</Kbd>}
          onClick={onChoose}
        >
          Choisir un client
        </Button>
      </div>
    )
  return (
    <div className={classes.head}>
      <h2 className="officine-unseen">Vente {identifier}</h2>
      <div className={classes.patient} role="group" aria-label="Patient">
        <FaceDisc>{initials(patient)}</FaceDisc>
        <span className={classes.patientNames}>
          <b>{shortName(patient)}</b>
          <span>
            {used.length > 0 ? <Policies policies={used} /> : wordsWithout(known !== undefined, policies.length)}
            {vouchers.map((voucher) => (
              <Fragment key={voucher}>
                {'\u00a0· '}
                {/* Keeps a number on one line. A very long one may still break. */}
                <span style={{ display: 'inline-block' }}>bon {voucher}</span>
              </Fragment>
            ))}
          </span>
        </span>
        <ActionIcon
          variant="default"
          size="xs"
          aria-label={`Derniers achats ${ofName(shortName(patient))}`}
          aria-keyshortcuts="Control+H"
          onClick={onPurchases}
        >
          <IconHistory size={24} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="xs" aria-label="Modifier le patient" onClick={onChoose}>
          Modifier
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={`Retirer ${shortName(patient)} de la vente`}
          onClick={onRemove}
        >
          <IconX size={24} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

/** The payers, in paying order. Only unusual states have a tag. */
function Policies({ policies }: { policies: readonly ShownPolicy[] }) {
  return policies.map((shown, place) => (
    <Fragment key={shown.policy.id}>
      {place > 0 && '\u00a0· '}
      {shown.known
        ? `${shown.known.payer.name}\u00a0${formatPercent(shown.known.payer.percent)}`
        : `Police ${shown.policy.number}`}
      {shown.state?.kind !== 'valid' && (
        <>
          {' '}
          <PolicyTag policy={shown} />
        </>
      )}
    </Fragment>
  ))
}

function wordsWithout(isKnown: boolean, declined: number): string {
  // The patient was chosen on another terminal, or before the list was loaded, so their policies are unknown here.
  if (!isKnown) return 'Polices inconnues de ce poste\u00a0: rien n’est pris en charge'
  return declined > 0 ? 'Aucune police utilisée' : 'Sans police'
}
