import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { DeliveryDetail, DeliveryLine } from '#shared/contract/deliveries.ts'
import { isDiskFull } from '#shared/session/write-failure-words.ts'
import { noteDeliveryActAtom, waitingDeliveryActsAtom } from '#shared/store/deliveries/delivery-act-atoms.ts'
import type { TypedDeliveryAct } from '#shared/store/deliveries/delivery-act-store.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { projectedLines } from '#backoffice/deliveries/projected-lines.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useUnanswered } from '#backoffice/ui/use-unanswered.ts'

/** Resolves whether this terminal has stored the gesture; one that a full disk refused is held. */
export type ActOnLine = (typed: Omit<TypedDeliveryAct, 'deliveryId'>) => Promise<boolean>

/** Gestures that a full disk refused, in their order: the next one of their delivery brings them along. */
const heldActsAtom = atom<readonly TypedDeliveryAct[]>([])

export type HeldActs = { count: number; putBack: () => void }

/**
 * The lines of a delivery with the gestures of this terminal, also those that wait for the network, and the way to make
 * one. An accepted gesture counts until an answer that was read after it is here. `held`: what a full disk refused.
 */
export function useDeliveryLines(
  delivery: DeliveryDetail,
  { dataUpdatedAt, retry }: { dataUpdatedAt: number; retry: () => void },
): { lines: DeliveryLine[]; waiting: number; held: HeldActs; act: ActOnLine } {
  const products = useAtomValue(productsAtom)
  const all = useAtomValue(waitingDeliveryActsAtom)
  const waiting = useMemo(() => all.filter(({ deliveryId }) => deliveryId === delivery.id), [all, delivery.id])
  const unanswered = useUnanswered(waiting, dataUpdatedAt, retry)
  const note = useSetAtom(noteDeliveryActAtom)
  const say = useNotice()
  const store = useStore()
  const ofDelivery = useCallback((one: TypedDeliveryAct) => one.deliveryId === delivery.id, [delivery.id])
  const held = useAtomValue(heldActsAtom).filter(ofDelivery).length
  /** Whether the last one is stored. */
  const keep = useCallback(
    async (typed: readonly TypedDeliveryAct[]): Promise<boolean> => {
      const acts = [...store.get(heldActsAtom).filter(ofDelivery), ...typed]
      store.set(heldActsAtom, (before) => before.filter((one) => !ofDelivery(one)))
      // Asked for in one go: the disk writes them in this order.
      const results = await Promise.allSettled(acts.map((one) => note(one)))
      const failed = results.flatMap((result, at) =>
        result.status === 'rejected' ? [{ act: acts[at]!, error: result.reason as unknown }] : [],
      )
      const full = failed.filter(({ error }) => isDiskFull(error))
      if (full.length > 0) store.set(heldActsAtom, (before) => [...before, ...full.map((one) => one.act)])
      if (full.length < failed.length) say({ text: 'Rien n’a pu être enregistré sur ce poste. Recommencez.' })
      return results.at(-1)?.status === 'fulfilled'
    },
    [note, say, store, ofDelivery],
  )
  const act = useCallback<ActOnLine>((typed) => keep([{ ...typed, deliveryId: delivery.id }]), [keep, delivery.id])
  const lines = useMemo(
    () => projectedLines(delivery.lines, unanswered, (id) => products.get(id)?.label),
    [delivery.lines, unanswered, products],
  )
  return { lines, waiting: waiting.length, held: { count: held, putBack: () => void keep([]) }, act }
}
