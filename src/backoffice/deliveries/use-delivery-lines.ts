import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { DeliveryDetail, DeliveryLine } from '#shared/contract/deliveries.ts'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import { noteDeliveryActAtom, waitingDeliveryActsAtom } from '#shared/store/deliveries/delivery-act-atoms.ts'
import type { TypedDeliveryAct } from '#shared/store/deliveries/delivery-act-store.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { projectedLines } from '#backoffice/deliveries/projected-lines.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useUnanswered } from '#backoffice/ui/use-unanswered.ts'

export type ActOnLine = (typed: Omit<TypedDeliveryAct, 'deliveryId'>) => Promise<void>

/**
 * The lines of a delivery with the gestures of this terminal, also those that wait for the network, and the way to make
 * one. An accepted gesture counts until an answer that was read after it is here.
 */
export function useDeliveryLines(
  delivery: DeliveryDetail,
  { dataUpdatedAt, retry }: { dataUpdatedAt: number; retry: () => void },
): { lines: DeliveryLine[]; waiting: number; act: ActOnLine } {
  const products = useAtomValue(productsAtom)
  const all = useAtomValue(waitingDeliveryActsAtom)
  const waiting = useMemo(() => all.filter(({ deliveryId }) => deliveryId === delivery.id), [all, delivery.id])
  const unanswered = useUnanswered(waiting, dataUpdatedAt, retry)
  const note = useSetAtom(noteDeliveryActAtom)
  const say = useNotice()
  const act = useCallback<ActOnLine>(
    async (typed) => {
      try {
        await note({ ...typed, deliveryId: delivery.id })
      } catch (error) {
        say({ text: writeFailureWords(error, 'Rien n’a pu être enregistré sur ce poste. Recommencez.') })
      }
    },
    [note, say, delivery.id],
  )
  const lines = useMemo(
    () => projectedLines(delivery.lines, unanswered, (id) => products.get(id)?.label),
    [delivery.lines, unanswered, products],
  )
  return { lines, waiting: waiting.length, act }
}
