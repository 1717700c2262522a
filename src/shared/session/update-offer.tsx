import { IconRefresh } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { updateAtom, updateGateAtom } from '#shared/windows/update-gate.ts'

/** The offer of a new version, or why an accepted one is not there yet; nothing when there is none. */
export function UpdateOffer({
  className,
  waitingClassName,
  iconSize,
}: {
  className: string | undefined
  waitingClassName: string | undefined
  iconSize: number
}) {
  const gate = useAtomValue(updateGateAtom)
  const { kind } = useAtomValue(updateAtom)
  if (kind === 'none' || !gate) return null
  if (kind === 'accepted' || kind === 'late') {
    return (
      <span className={waitingClassName} role="status">
        <IconRefresh size={iconSize} aria-hidden />
        {kind === 'accepted'
          ? 'Mise à jour après la vente'
          : 'La mise à jour tarde, nouvel essai bientôt'}
      </span>
    )
  }
  return (
    <button type="button" className={`${className} officine-focus`} onClick={gate.accept}>
      <IconRefresh size={iconSize} aria-hidden />
      Nouvelle version prête · Mettre à jour
    </button>
  )
}
