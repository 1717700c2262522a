import { IconBuilding } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { dayOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useShownPolicies } from '#kiosk/counter/coverage/policies.ts'
import { PolicyTag } from '#kiosk/counter/coverage/policy-tag.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import type { Organization } from '#shared/contract/organizations.ts'
import type { Person } from '#shared/contract/persons.ts'
import { ageInWords } from '#shared/domain/birth-date.ts'
import { displayName, initials } from '#shared/domain/person.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { FaceDisc } from '#shared/ui/face-disc.tsx'
import { MarkedLabel } from '#shared/ui/marked-label.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import classes from './clients.module.css'
import type { ClientHit } from '#kiosk/counter/payment/use-client-hits.ts'

interface ClientHitRowProps {
  hit: ClientHit
  query: string
  /** Entrée opens this result. */
  isCurrent: boolean
  /** The card of this client is open. */
  isShown: boolean
  onShow: () => void
}

/** One result. Age, phone and insurer distinguish clients with the same name. */
export function ClientHitRow({ hit, query, isCurrent, isShown, onShow }: ClientHitRowProps) {
  return (
    <li>
      <button
        type="button"
        className={`${classes.hit} officine-focus`}
        data-current={isCurrent || undefined}
        aria-current={isCurrent || undefined}
        aria-pressed={isShown}
        onClick={onShow}
      >
        {hit.kind === 'person' ? (
          <PersonHit person={hit.person} query={query} />
        ) : (
          <OrganizationHit organization={hit.organization} query={query} />
        )}
      </button>
    </li>
  )
}

function PersonHit({ person, query }: { person: Person; query: string }) {
  const { countryCode } = useAtomValue(tradeAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  const policies = useShownPolicies(person)
  return (
    <>
      <FaceDisc>{initials(person)}</FaceDisc>
      <span className={classes.who}>
        <b>
          <MarkedLabel text={displayName(person)} search={query} />
        </b>
        <span className={classes.facts}>
          {person.birthDate && (
            <span>
              {formatShortDay(person.birthDate)} · {ageInWords(person.birthDate, today)}
            </span>
          )}
          {person.phone && <span>{formatPhone(person.phone, countryCode)}</span>}
        </span>
        {policies.length > 0 && (
          <span className={classes.facts}>
            {policies.map((shown) => (
              <span key={shown.policy.id} className={classes.payer}>
                {shown.known && `${shown.known.payer.name}\u00a0${formatPercent(shown.known.payer.percent)}`}{' '}
                <PolicyTag policy={shown} />
              </span>
            ))}
          </span>
        )}
      </span>
    </>
  )
}

function OrganizationHit({ organization, query }: { organization: Organization; query: string }) {
  const { countryCode } = useAtomValue(tradeAtom)
  const { phone, contracts } = organization
  return (
    <>
      <FaceDisc>
        <IconBuilding size={24} aria-hidden />
      </FaceDisc>
      <span className={classes.who}>
        <b>
          <MarkedLabel text={organization.name} search={query} />
        </b>
        <span className={classes.facts}>
          <span>Organisme</span>
          {phone && <span>{formatPhone(phone, countryCode)}</span>}
          {contracts.length > 0 && <span>{plural(contracts.length, 'contrat')}</span>}
        </span>
      </span>
    </>
  )
}
