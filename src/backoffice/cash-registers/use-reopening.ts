import { atom, useAtom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { queryClientAtom } from 'jotai-tanstack-query'
import {
  type CashRegister,
  cashRegisters,
  type NewReopening,
  type RegisterReport,
} from '#shared/contract/cash-registers.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { invalidateQueries, queryOf } from '#shared/store/lists/queries.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

/**
 * Requests without an answer, by the closing that they undo. A retry sends the same request again, even if the dialog
 * was closed meanwhile.
 */
const unansweredAtom = atomFamily((_closingId: string) => atom<NewReopening | null>(null))

/** Reopens a closed register at most once. A refusal ends the attempt and reads the shown data again. */
export function useReopening({ register, counts }: RegisterReport) {
  const client = useAtomValue(queryClientAtom)
  const [session, terminal] = [useAtomValue(sessionAtom), useAtomValue(terminalAtom)]
  const [unanswered, setUnanswered] = useAtom(
    unansweredAtom(counts.findLast(({ kind }) => kind === 'closing')?.id ?? register.id),
  )
  const send = useSend()

  const bodyOf = (reason: string) =>
    unanswered ?? {
      id: uuid7(),
      revision: 1,
      terminalId: terminal?.terminalId ?? '',
      sessionId: session?.id ?? '',
      sellerId: session?.userId ?? '',
      sellerRoles: [...(session?.roles ?? [])],
      reason,
    }
  const reopen = async (body: NewReopening): Promise<CashRegister> => {
    setUnanswered(body)
    try {
      const reopened = await send(cashRegisters.reopen, { params: { id: register.id }, body })
      setUnanswered(null)
      client.setQueryData<RegisterReport>(
        [...queryOf(cashRegisters.report, { query: { registerId: register.id } }).queryKey],
        (before) => before && { ...before, register: reopened },
      )
      return reopened
    } catch (error) {
      if (!isSilence(error)) {
        setUnanswered(null)
        invalidateQueries(client, 'cash-registers')
      }
      throw error
    }
  }
  return { unanswered, bodyOf, reopen }
}
