import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#shared/client/call.ts'
import { inventories } from '#shared/contract/inventories.ts'
import type { NewCount } from '#shared/contract/inventory-counting.ts'
import { AppError } from '#shared/domain/errors.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { keepPhone, type PhoneKept } from '#backoffice/inventories/counting/phone-store.ts'
import type { TypedLotCount } from '#backoffice/inventories/counting/counting.ts'

const retryMs = 5_000

/** The counts of a phone: kept on it, then sent one by one until the server has them. */
export function usePhoneCounts(inventoryId: string, opened: PhoneKept) {
  const [kept, setKept] = useState(opened)
  const latest = useRef(opened)
  const isSending = useRef(false)
  const send = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (;;) {
        const { token, counts } = latest.current
        const next = counts.find(({ refusal }) => refusal === null)
        if (!next) return
        const refusal = await refusalOf(next.count, token)
        // No answer: the rest waits for the next attempt.
        if (refusal === undefined) return
        const others = latest.current.counts.filter(({ count }) => count.id !== next.count.id)
        latest.current = {
          token: latest.current.token,
          counts: refusal === null ? others : [...others, { count: next.count, refusal }],
        }
        setKept(latest.current)
        try {
          keepPhone(inventoryId, latest.current)
        } catch {
          // A full phone keeps what it had: sent again under its id, the count is the same.
        }
      }
    } finally {
      isSending.current = false
    }
  }, [inventoryId])
  useEffect(() => {
    void send()
    const timer = setInterval(() => void send(), retryMs)
    return () => clearInterval(timer)
  }, [send])

  const count = useCallback(
    async (typed: TypedLotCount, memberId: string) => {
      const now = new Date()
      const made: NewCount = {
        ...typed,
        id: uuid7(now.getTime()),
        revision: 1,
        // A phone has no terminal and no session of its own: its link stands for both.
        terminalId: inventoryId,
        sessionId: inventoryId,
        sellerId: memberId,
        sellerRoles: [],
        doneAt: now.toISOString(),
        inventoryId,
      }
      const next = { ...latest.current, counts: [...latest.current.counts, { count: made, refusal: null }] }
      // Throws when the phone is full: the count stays on its pad, and nothing has changed.
      keepPhone(inventoryId, next)
      latest.current = next
      setKept(next)
      void send()
      return made
    },
    [send, inventoryId],
  )
  return { kept, count }
}

/** Null: accepted. Undefined: no answer yet. */
async function refusalOf(count: NewCount, token: string): Promise<string | null | undefined> {
  try {
    await call(inventories.count, { body: count }, { token })
    return null
  } catch (error) {
    // The server is busy or has a fault: later.
    if (!(error instanceof AppError) || error.status === 429 || (error.status ?? 0) >= 500) return undefined
    return error.message
  }
}
