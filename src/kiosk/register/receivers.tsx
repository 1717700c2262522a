import { useAtomValue } from 'jotai'
import { roleLabel } from '#shared/domain/permissions.ts'
import { displayName } from '#shared/domain/person.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { registersHereAtom } from '#shared/store/register/register-atoms.ts'
import classes from './receivers.module.css'

interface ReceiversProps {
  /** The current holder of the register. */
  holderId: string
  value: string | null
  onChoose: (memberId: string) => void
}

/** The members who may take over a register: those without an open register on this terminal. */
export function Receivers({ holderId, value, onChoose }: ReceiversProps) {
  const members = useAtomValue(terminalAtom)?.members ?? []
  const registers = useAtomValue(registersHereAtom)
  return (
    <div className={classes.receivers} role="radiogroup" aria-label="Qui prend la caisse">
      <h2 aria-hidden>Qui prend la caisse</h2>
      {members
        .filter(({ id }) => id !== holderId)
        .map((member) => {
          const isTaken = registers.some(({ userId }) => userId === member.id)
          return (
            <button
              key={member.id}
              type="button"
              role="radio"
              aria-checked={member.id === value}
              disabled={isTaken}
              className={`${classes.receiver} officine-focus`}
              onClick={() => onChoose(member.id)}
            >
              <b>{displayName(member)}</b>
              <span>{isTaken ? 'a déjà une caisse ici' : member.roles.map(roleLabel).join(', ')}</span>
            </button>
          )
        })}
    </div>
  )
}
