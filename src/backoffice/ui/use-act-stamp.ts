import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/** Makes the fields that all acts on a lot have: a new id and moment at each call, who acts and on which terminal. */
export function useActStamp() {
  const [session, terminal] = [useAtomValue(sessionAtom), useAtomValue(terminalAtom)]
  return useCallback(
    (stockItemId: string) => ({
      id: uuid7(),
      doneAt: new Date().toISOString(),
      revision: 1,
      terminalId: terminal?.terminalId ?? '',
      sessionId: session?.id ?? '',
      sellerId: session?.userId ?? '',
      sellerRoles: [...(session?.roles ?? [])],
      stockItemId,
    }),
    [session, terminal],
  )
}
