import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { updateAtom, updateGateAtom } from '#shared/windows/update-gate.ts'

/** Reloads a replaced window when it has nothing to lose. */
export function useComeBack(hasNothingToLose: boolean): void {
  const gate = useAtomValue(updateGateAtom)
  const { kind } = useAtomValue(updateAtom)
  useEffect(() => {
    if (kind === 'replaced' && hasNothingToLose) gate?.comeBack()
  }, [gate, kind, hasNothingToLose])
}
