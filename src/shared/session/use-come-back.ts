import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { updateAtom, updateGateAtom } from '#shared/windows/update-gate.ts'

/** Where this window has nothing to lose it comes back as the version that has replaced it. */
export function useComeBack(hasNothingToLose: boolean): void {
  const gate = useAtomValue(updateGateAtom)
  const { kind } = useAtomValue(updateAtom)
  useEffect(() => {
    if (kind === 'replaced' && hasNothingToLose) gate?.comeBack()
  }, [gate, kind, hasNothingToLose])
}
