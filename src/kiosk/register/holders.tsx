import { useAtomValue, useSetAtom } from 'jotai'
import { OneOf } from '#kiosk/ui/one-of.tsx'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { registersHereAtom, shownHolderAtom, shownRegisterAtom } from '#shared/store/register/register-atoms.ts'
import { holderNames } from './holder-names.ts'

/**
 * The registers that are open on this terminal. A member who may close registers can also count those of others. Hidden
 * if there is only one's own.
 */
export function Holders() {
  const registers = useAtomValue(registersHereAtom)
  const shown = useAtomValue(shownRegisterAtom)
  const members = useAtomValue(terminalAtom)?.members ?? []
  const show = useSetAtom(shownHolderAtom)
  const me = useAtomValue(sessionAtom)?.userId
  if (registers.every(({ userId }) => userId === me)) return null
  return (
    <OneOf label="Caisse de" names={holderNames(registers, members)} value={shown?.userId ?? null} onChoose={show} />
  )
}
