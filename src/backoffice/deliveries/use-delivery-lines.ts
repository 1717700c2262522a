import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { DeliveryDetail, DeliveryLine, NewDeliveryAct } from '#shared/contract/deliveries.ts'
import { noteDeliveryActAtom, waitingDeliveryActsAtom } from '#shared/store/deliveries/delivery-act-atoms.ts'
import type { TypedDeliveryAct } from '#shared/store/deliveries/delivery-act-store.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { projectedLines } from '#backoffice/deliveries/projected-lines.ts'
import { useUnanswered } from '#backoffice/ui/use-unanswered.ts'

export type ActOnLine = (typed: Omit<TypedDeliveryAct, 'deliveryId'>) => Promise<NewDeliveryAct>

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
  const act = useCallback<ActOnLine>((typed) => note({ ...typed, deliveryId: delivery.id }), [note, delivery.id])
  const lines = useMemo(
    () => projectedLines(delivery.lines, unanswered, (id) => products.get(id)?.label),
    [delivery.lines, unanswered, products],
  )
  return { lines, waiting: waiting.length, act }
}
