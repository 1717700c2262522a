import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Gesture, Grant } from '#shared/contract/tokens.ts'
import type { Member } from '#shared/contract/users.ts'
import { askableAtom, askGrantAtom } from '#shared/session/ask-grant.ts'
import classes from './code-of.module.css'
import { MemberTile } from '#shared/session/member-tile.tsx'
import { PinPad } from '#shared/session/pin-pad.tsx'
import { usePinEntry } from '#shared/session/use-pin-entry.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

interface CodeOfProps {
  gesture: Gesture
  /** The only member whose code counts; missing: everybody who has the right. */
  memberId?: string
  onGranted: (grant: Grant) => void
  onCancel: () => void
}

/** Asks for the code of a member who has a right, in place: the session of the terminal stays as it is. */
export function CodeOf({ gesture, memberId, onGranted, onCancel }: CodeOfProps) {
  const known = useAskable(gesture)
  const askable = known && (memberId === undefined ? known : known.filter(({ id }) => id === memberId))
  const [chosen, setChosen] = useState<Member | null>(null)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const isTeamKnown = (useAtomValue(terminalAtom)?.members.length ?? 0) > 0
  if (!askable) return null
  if (askable.length === 0)
    return (
      <p className={classes.nobody} role="alert">
        {!isTeamKnown
          ? 'La liste de l’équipe n’est pas encore sur ce poste\u00a0: attendez le réseau.'
          : memberId !== undefined
            ? isOffline
              ? 'Hors ligne\u00a0: ce collègue n’a jamais ouvert ce poste, son code n’y est pas connu. Attendez le retour du réseau.'
              : 'Ce collègue n’a pas le droit de tenir une caisse. Le titulaire le donne dans la gestion, page Rôles.'
            : isOffline
              ? 'Hors ligne\u00a0: aucun membre qui a ce droit n’a déjà ouvert ce poste. Attendez le retour du réseau.'
              : 'Aucun membre de l’équipe n’a ce droit. Le titulaire le donne dans la gestion, page Rôles.'}
      </p>
    )
  const member = chosen ?? (askable.length === 1 ? askable[0]! : null)
  return (
    <div className={classes.ask}>
      <div className={classes.members}>
        {askable.map((each) => (
          <MemberTile
            key={each.id}
            member={each}
            isSelected={each.id === member?.id}
            onSelect={() => setChosen(each)}
          />
        ))}
      </div>
      {/* A new key resets the pad for each member. */}
      <Pad key={member?.id ?? 'nobody'} member={member} gesture={gesture} onGranted={onGranted} onCancel={onCancel} />
    </div>
  )
}

function Pad({ member, gesture, onGranted, onCancel }: CodeOfProps & { member: Member | null }) {
  const ask = useSetAtom(askGrantAtom)
  const entry = usePinEntry(member, async (who, pin) => {
    const result = await ask(who, pin, gesture)
    if (result.kind !== 'granted') return result
    onGranted(result.grant)
    return null
  })
  return (
    <section className={classes.pin} aria-label="Code">
      <PinPad
        digits={entry.digits}
        onDigits={entry.type}
        onCancel={onCancel}
        isDisabled={!member || entry.isWaiting}
        wrongCount={entry.wrongCount}
      />
      <p className={entry.message ? classes.refused : classes.hint} role="status" aria-live="polite">
        {entry.message ?? (member ? `Code de ${member.firstName}` : 'Touchez un nom, puis tapez le code')}
      </p>
    </section>
  )
}

/** Null while the terminal's records are read. */
function useAskable({ permission, amount }: Gesture): readonly Member[] | null {
  const find = useSetAtom(askableAtom)
  const { state } = useAtomValue(connectivityAtom)
  const [askable, setAskable] = useState<readonly Member[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void find({ permission, amount }).then((members) => isCurrent && setAskable(members))
    return () => {
      isCurrent = false
    }
  }, [find, permission, amount, state])
  return askable
}
