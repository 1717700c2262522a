import { Button, Group, Modal, Text } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { sharedListsAtom } from '#shared/store/lists/shared-lists.ts'
import classes from './health.module.css'

/** « Vider les listes »: the last remedy for lists that stay wrong. It touches no sale. */
export function ListsSection({ isOffline }: { isOffline: boolean }) {
  const lists = useAtomValue(sharedListsAtom)
  const [face, setFace] = useState<'idle' | 'asking' | 'done' | 'failed'>('idle')
  const clear = () =>
    void lists?.clear().then(
      () => setFace('done'),
      () => setFace('failed'),
    )
  return (
    <div className={classes.lists}>
      <Button
        variant="default"
        leftSection={<IconEraser size={24} aria-hidden />}
        disabled={isOffline || lists === null}
        onClick={() => setFace('asking')}
      >
        Vider les listes
      </Button>
      <p role="status">
        {face === 'done' && 'Les listes sont vidées et reviennent du serveur. Aucune vente n’a été touchée.'}
        {face === 'failed' &&
          'Les listes n’ont pas pu être vidées\u00a0: fermez les autres fenêtres de ce poste, puis recommencez.'}
        {face !== 'done' &&
          face !== 'failed' &&
          (isOffline
            ? 'Vider les listes demande le réseau\u00a0: sans elles, ce poste ne pourrait pas vendre.'
            : 'Si des prix, des stocks ou des fiches restent faux, videz les listes\u00a0: le serveur les renverra en entier.')}
      </p>
      <Modal
        opened={face === 'asking'}
        onClose={() => setFace('idle')}
        title="Vider les listes"
        withCloseButton={false}
      >
        <Text>
          Produits, patients, organismes, assureurs et remboursements seront effacés de ce poste et redemandés au
          serveur. La recherche sera vide pendant quelques minutes. Aucune vente n’est touchée{'\u00a0'}: celles qui
          attendent restent et seront envoyées.
        </Text>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={() => setFace('idle')}>
            Garder les listes
          </Button>
          <Button onClick={clear}>Vider les listes</Button>
        </Group>
      </Modal>
    </div>
  )
}
