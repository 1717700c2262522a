import { useAtomValue } from 'jotai'
import { isTypedAtom } from '#backoffice/ui/forms/leave-guard.ts'
import classes from '#backoffice/ui/frame.module.css'
import { UpdateOffer } from '#shared/session/update-offer.tsx'
import { useComeBack } from '#shared/session/use-come-back.ts'
import { updateAtom } from '#shared/windows/update-gate.ts'

/**
 * Offers a new version in the top bar. The window that accepted it reloads by itself unless it has unsaved changes;
 * other windows reload at their next lock or by this button.
 */
export function UpdateButton() {
  const update = useAtomValue(updateAtom)
  const isTyped = useAtomValue(isTypedAtom)
  useComeBack(update.kind === 'replaced' && update.isOurs && !isTyped)
  return <UpdateOffer className={classes.update} waitingClassName={classes.updating} iconSize={18} />
}
