import { useAtomValue, useSetAtom } from 'jotai'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { shortName } from '#shared/domain/person.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity-atoms.ts'
import { registersHereAtom, shownHolderAtom, shownRegisterAtom } from '#shared/store/register-atoms.ts'

/** Whose registers are open on this terminal: who may close counts those of the others too. Nothing where there is only one's own. */
export function Holders() {
  const registers = useAtomValue(registersHereAtom)
  const shown = useAtomValue(shownRegisterAtom)
  const members = useAtomValue(terminalAtom)?.members ?? []
  const show = useSetAtom(shownHolderAtom)
  const me = useAtomValue(sessionAtom)?.userId
  if (registers.every(({ userId }) => userId === me)) return null
  const holders = registers.map(({ userId }) => {
    const member = members.find(({ id }) => id === userId)
    return { userId, name: member ? shortName(member) : 'Autre vendeur' }
  })
  return <OneOf label="Caisse de" names={holders.map(({ name }) => name)} value={holders.find(({ userId }) => userId === shown?.userId)?.name ?? null} onChoose={(name) => show(holders.find((holder) => holder.name === name)?.userId ?? null)} />
}
