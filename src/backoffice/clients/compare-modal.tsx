import { Button, Checkbox, Radio } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState, type ReactNode } from 'react'
import { type Duplicates, type Person, persons } from '#shared/contract/persons.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { CreditLimit } from '#shared/ui/credit-limit.tsx'
import { Money } from '#shared/ui/money.tsx'
import text from '#shared/ui/text.module.css'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import classes from '#backoffice/clients/compare-modal.module.css'
import { useNotice } from '#backoffice/ui/notices.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface CompareModalProps {
  group: Duplicates
  /** « Même téléphone » */
  reason: string
  onClose: () => void
}

/**
 * Compares possible duplicates side by side and marks the differences; the user chooses the person to keep and those to
 * merge into it.
 */
export function CompareModal({ group, reason, onClose }: CompareModalProps) {
  const send = useSend()
  const say = useNotice()
  const countryCode = useAtomValue(countryCodeAtom)
  const { run, isRunning, modals } = useGesture()
  const [keptId, setKeptId] = useState(() => fullest(group.persons).id)
  const [others, setOthers] = useState<ReadonlySet<string>>(() => new Set(group.persons.map(({ id }) => id)))
  const duplicates = group.persons.filter(({ id }) => id !== keptId && others.has(id))
  const kept = group.persons.find(({ id }) => id === keptId)!

  // One call per person: merges made before a refusal stay, and the list shows the rest.
  const merge = async () => {
    for (const { id } of duplicates) await send(persons.merge, { params: { id: keptId }, body: { duplicateId: id } })
    onClose()
  }
  const tellApart = async () => {
    const personIds = group.persons.map(({ id }) => id)
    await send(persons.tellApart, { body: { personIds, distinct: true } })
    say({
      text: 'Ces fiches ne seront plus proposées comme doublons',
      undo: () => send(persons.tellApart, { body: { personIds, distinct: false } }),
    })
    onClose()
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Réunir des fiches\u00a0: ${reason.toLowerCase()}`}
      size={Math.min(1100, 280 + 230 * group.persons.length)}
    >
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <td />
              {group.persons.map((person) => (
                <th key={person.id} scope="col" data-kept={person.id === keptId || undefined}>
                  <TextLink to={`/patients/${person.id}`}>{displayName(person)}</TextLink>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {linesOf(group.persons, countryCode).map(({ name, cells, differs }) => (
              <tr key={name} data-differs={differs || undefined}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  <td key={group.persons[at]!.id}>{cell ?? <span className={text.quiet}>–</span>}</td>
                ))}
              </tr>
            ))}
            <tr className={classes.choices}>
              <th scope="row">À garder</th>
              {group.persons.map((person) => (
                <td key={person.id}>
                  <Radio
                    label="Garder cette fiche"
                    name="kept"
                    aria-label={`Garder ${labelOf(person)}`}
                    checked={person.id === keptId}
                    onChange={() => setKeptId(person.id)}
                  />
                  {person.id !== keptId && group.persons.length > 2 && (
                    <Checkbox
                      label="C’est la même personne"
                      aria-label={`${labelOf(person)} est la même personne`}
                      checked={others.has(person.id)}
                      onChange={(event) => {
                        const isSame = event.currentTarget.checked
                        setOthers(
                          (before) =>
                            new Set(isSame ? [...before, person.id] : [...before].filter((id) => id !== person.id)),
                        )
                      }}
                    />
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <p className={classes.what}>
        Les ventes, les polices, les proches et l’encours passent à la fiche gardée, et ce qui lui manque est repris des
        autres. C’est définitif.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Annuler
        </Button>
        <WriteButton variant="default" disabled={isRunning} onClick={() => run(tellApart)}>
          Ce ne sont pas des doublons
        </WriteButton>
        <WriteButton loading={isRunning} disabled={duplicates.length === 0} onClick={() => run(merge)}>
          Réunir sous {displayName(kept)}
        </WriteButton>
      </div>
      {modals}
    </Dialog>
  )
}

/** Persons of the same name are distinguished by their birth date. */
function labelOf(person: Person): string {
  return person.birthDate ? `${displayName(person)}, né le ${formatShortDay(person.birthDate)}` : displayName(person)
}

function linesOf(same: readonly Person[], countryCode: string) {
  const line = (name: string, text: (person: Person) => string | null, draw?: (person: Person) => ReactNode) => {
    const texts = same.map(text)
    return {
      name,
      cells: draw ? same.map(draw) : texts,
      differs: new Set(texts.filter((each) => each !== null)).size > 1,
    }
  }
  return [
    line('Nom', ({ lastName }) => lastName),
    line('Prénom', ({ firstName }) => firstName || null),
    line('Né le', ({ birthDate }) => birthDate && formatShortDay(birthDate)),
    line('Sexe', ({ sex }) => sex && { F: 'Féminin', M: 'Masculin' }[sex]),
    line('Téléphone', ({ phone }) => phone && formatPhone(phone, countryCode)),
    line('N° de sécurité sociale', ({ socialSecurityId }) => socialSecurityId),
    line('Polices', ({ policies }) => policies.map(({ number }) => number).join(', ') || null),
    line(
      'Encours',
      ({ outgoing }) => String(outgoing),
      ({ outgoing }) => <Money amount={outgoing} unit />,
    ),
    line(
      'Limite',
      ({ creditLimit }) => String(creditLimit),
      ({ creditLimit }) => <CreditLimit limit={creditLimit} />,
    ),
  ]
}

/** Proposes to keep the person with the most known fields. */
function fullest(same: readonly Person[]): Person {
  const known = ({ birthDate, sex, phone, socialSecurityId, policies, firstName }: Person) =>
    [birthDate, sex, phone, socialSecurityId, firstName].filter(Boolean).length + policies.length
  return same.reduce((best, person) => (known(person) > known(best) ? person : best))
}
