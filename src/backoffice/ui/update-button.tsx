import { useAtomValue } from 'jotai'
import { isTypedAtom } from '#backoffice/ui/forms/leave-guard.ts'
import classes from '#backoffice/ui/frame.module.css'
import { UpdateOffer } from '#shared/session/update-offer.tsx'
import { useComeBack } from '#shared/session/use-come-back.ts'
import { updateAtom } from '#shared/windows/update-gate.ts'

/** The new version, in the bar. The window that accepted it comes back as it, unless something is typed; the others wait for their lock, or for this. */
export function UpdateButton() {
  const update = useAtomValue(updateAtom)
  const isTyped = useAtomValue(isTypedAtom)
  useComeBack(update.kind === 'replaced' && update.isOurs && !isTyped)
  return <UpdateOffer className={classes.update} waitingClassName={classes.updating} iconSize={18} />
}
