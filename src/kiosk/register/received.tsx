import { useAtomValue } from 'jotai'
import { displayName } from '#shared/domain/person.ts'
import { trueInstant } from '#shared/pharmacy-time.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { OpenRegister } from '#shared/store/sales/sales-rows.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from './register-page.module.css'

/** Who gave the register and what was taken: its holder counted or accepted it, so it says nothing new to him. */
export function Received({ from, at, taken, given }: NonNullable<OpenRegister['received']>) {
  const members = useAtomValue(terminalAtom)?.members ?? []
  return (
    <p className={classes.lead}>
      {`Reçue de ${displayName(members.find(({ id }) => id === from))} à ${formatHour(trueInstant(at))}\u00a0: `}
      <Money amount={taken} unit />
      {given === null ? ' comptés et acceptés.' : ' comptés par qui l’a reçue'}
      {given !== null && (
        <>
          {', '}
          <Money amount={given} unit /> par qui l’a remise.
        </>
      )}
    </p>
  )
}
