import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { labels } from '#shared/contract/labels.ts'
import { mostInBatch } from '#shared/contract/product-batch.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import type { BatchDialogProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import type { StockRow } from '#backoffice/ui/stock-row.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Queues the price labels of the ticked products, and leads to where they are printed. */
export function QueueLabelsModal({ rows, onClose, onDone }: BatchDialogProps<StockRow>) {
  const [productIds] = useState(() => rows.map(({ id }) => id))
  const [reply, setReply] = useState<CallReply<typeof labels.add> | null>(null)
  const send = useSend()
  const gesture = useGesture()
  const isTooMany = productIds.length > mostInBatch
  const add = async () => setReply(await send(labels.add, { body: { productIds } }))
  return (
    <PanelModal opened onClose={reply ? onDone : onClose} title="Étiquettes de prix" centered>
      <p>
        {reply
          ? outcomeText(reply)
          : isTooMany
            ? `Au plus ${plural(mostInBatch, 'produit')} à la fois.`
            : `Mettre l’étiquette de ${plural(productIds.length, 'produit')} dans la file d’impression.`}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={reply ? onDone : onClose}>
          {reply ? 'Fermer' : 'Annuler'}
        </Button>
        {reply ? (
          <Button component={Link} href="/etiquettes" data-autofocus>
            Voir les étiquettes
          </Button>
        ) : (
          <Button
            data-autofocus
            loading={gesture.isRunning}
            disabled={gesture.isOffline || isTooMany}
            onClick={() => gesture.run(add)}
          >
            Ajouter à la file
          </Button>
        )}
      </Group>
      {gesture.modals}
    </PanelModal>
  )
}

function outcomeText({ added, waiting, archived }: CallReply<typeof labels.add>): string {
  return [
    `${plural(added, 'étiquette')} ${pluralWord(added, 'ajoutée')}`,
    ...(waiting > 0 ? [`${plural(waiting, 'attendait', 'attendaient')} déjà`] : []),
    ...(archived > 0 ? [`${plural(archived, 'produit archivé', 'produits archivés')} sans étiquette`] : []),
  ].join(', ')
}
