import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { orderPreparations } from '#shared/contract/order-preparations.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { apartWords } from '#backoffice/order-preparation/need-words.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface ClosePreparationProps {
  reply: CallReply<typeof orderPreparations.records> | undefined
  budget: number | undefined
  supplierId: string | undefined
}

/** Makes draft orders of the list, of one supplier when it is filtered. */
export function ClosePreparation({ reply, budget, supplierId }: ClosePreparationProps) {
  const currency = useCurrency()
  const send = useSend()
  const say = useNotice()
  const [, go] = useLocation()
  const gesture = useGesture()
  const may = useMay(orderPreparations.close)
  const [id, setId] = useState(uuid7)
  if (!may || !reply || reply.boxes === 0) return null
  const close = async () => {
    try {
      const { orders } = await send(orderPreparations.close, {
        body: {
          id,
          ...(budget === undefined ? {} : { budget }),
          ...(supplierId ? { supplierIds: [supplierId] } : {}),
        },
      })
      setId(uuid7())
      say({ text: `${plural(orders.length, 'commande créée', 'commandes créées')}` })
      go(orders.length === 1 ? `/commandes/${orders[0]!.id}` : '/commandes')
    } catch (error) {
      // Without an answer the same id orders once; after a refusal the next attempt is a new one.
      if (!isSilence(error)) setId(uuid7())
      throw error
    }
  }
  return (
    <>
      <WriteButton
        variant="light"
        loading={gesture.isRunning}
        onClick={() =>
          gesture.ask({
            title: 'Créer les commandes\u202f?',
            text: `${plural(reply.boxes, 'boîte')}, ${formatMoney(reply.amount, currency)}\u00a0: une commande par fournisseur, en brouillon.${reply.withoutSupplier > 0 ? ` ${apartWords(reply)} ${reply.withoutSupplier > 1 ? 'restent' : 'reste'} dans la liste.` : ''}`,
            yes: 'Créer les commandes',
            run: close,
          })
        }
      >
        Créer les commandes
      </WriteButton>
      {gesture.modals}
    </>
  )
}
