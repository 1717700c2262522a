import { useState } from 'react'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { useActStamp } from '#backoffice/ui/use-act-stamp.ts'

/**
 * The fields that all acts on a lot have. A request without an answer is sent again under the same id, so that the act
 * counts once; after a refusal the next attempt is a new act.
 */
export function useStockAct(stockItemId: string) {
  const stamp = useActStamp()
  const [made, setMade] = useState(() => stamp(stockItemId))
  return {
    made,
    async once<Reply>(sending: Promise<Reply>): Promise<Reply> {
      try {
        return await sending
      } catch (error) {
        if (!isSilence(error)) setMade(stamp(stockItemId))
        throw error
      }
    },
  }
}
