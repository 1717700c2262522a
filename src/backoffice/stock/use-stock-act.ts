import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

function stamp() {
  return { id: uuid7(), doneAt: new Date().toISOString() }
}

/**
 * The fields that all acts on a lot have. A request without an answer is sent again under the same id, so that the act
 * counts once; after a refusal the next attempt is a new act.
 */
export function useStockAct(stockItemId: string) {
  const [session, terminal] = [useAtomValue(sessionAtom), useAtomValue(terminalAtom)]
  const [made, setMade] = useState(stamp)
  return {
    made: {
      ...made,
      revision: 1,
      terminalId: terminal?.terminalId ?? '',
      sessionId: session?.id ?? '',
      sellerId: session?.userId ?? '',
      sellerRoles: [...(session?.roles ?? [])],
      stockItemId,
    },
    async once<Reply>(sending: Promise<Reply>): Promise<Reply> {
      try {
        return await sending
      } catch (error) {
        if (!isSilence(error)) setMade(stamp)
        throw error
      }
    },
  }
}
