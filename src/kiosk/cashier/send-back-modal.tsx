import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { useState } from 'react'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { useAsking } from '#kiosk/counter/sale/use-asking.ts'
import { ProposedWords } from '#kiosk/ui/proposed-words.tsx'
import type { SentBack } from '#shared/domain/preparation.ts'
import { hasWords } from '#shared/domain/register/explanation.ts'
import { invalidateQueries } from '#shared/store/lists/queries.ts'
import { sendBackAtom, type ToCollect } from '#shared/store/sales/cashier-atoms.ts'

const words = ['Ordonnance à compléter', 'Prix à vérifier', 'Paiement impossible', 'Le client renonce']

interface SendBackModalProps {
  row: ToCollect
  identifier: string
  facts: readonly string[]
  onClose: () => void
}

/** The cashier does not collect a sale: its seller gets it back with a word, to mend it or to end it. */
export function SendBackModal({ row, identifier, facts, onClose }: SendBackModalProps) {
  const sendBack = useSetAtom(sendBackAtom)
  const client = useAtomValue(queryClientAtom)
  const { ask, isAsking, failure, dismiss } = useAsking()
  const [word, setWord] = useState('')
  const isSaid = hasWords(word)
  const send = async (kind: SentBack['kind']) => {
    const isDone = await ask(() => sendBack(row, { kind, word: word.trim() }).then(() => true))
    invalidateQueries(client, 'parked-sales')
    if (isDone) onClose()
  }
  if (failure?.kind === 'refused') return <RefusedGesture error={failure.error} onResume={onClose} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={`Renvoyer la vente ${identifier}`} size={640}>
      <Stack gap="md">
        <Text size="sm">{facts.join(' · ')}</Text>
        <ProposedWords
          labels={{ proposals: 'Motif du renvoi', field: 'Votre mot au vendeur (obligatoire)' }}
          proposals={words}
          value={word}
          onChange={setWord}
        />
        {failure && (
          <Text role="alert" size="sm">
            Pas de réponse. La vente attend toujours ici{'\u00a0'}: réessayez quand le réseau est là.
            <Button variant="subtle" onClick={dismiss}>
              Fermer
            </Button>
          </Text>
        )}
        <Text size="sm">
          Renvoyée, le vendeur la corrige et la renvoie en caisse. Refusée, il la reprend pour la vider ou l’encaisser.
        </Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            size="md"
            disabled={!isSaid}
            loading={isAsking}
            onClick={() => void send('refused')}
          >
            Refuser la vente
          </Button>
          <Button size="md" disabled={!isSaid} loading={isAsking} onClick={() => void send('sent-back')}>
            Renvoyer au vendeur
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
