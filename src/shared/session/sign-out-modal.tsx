import { Button, Group, Modal, Text } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { signOutAtom } from '#shared/session/sign-in.ts'
import { unsentWords } from '#shared/session/unsent-words.ts'
import { snapshotAtom } from '#shared/store/sale-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/** Asks before the terminal is signed out: what that means, what waits here and what becomes of it. */
export function SignOutModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const signOut = useSetAtom(signOutAtom)
  const unsent = unsentWords(useAtomValue(snapshotAtom))
  const { state } = useAtomValue(connectivityAtom)
  return (
    <Modal opened={isOpen} onClose={onClose} title="Déconnecter ce poste" withCloseButton={false}>
      <Text>
        Pour vendre de nouveau ici, il faudra le réseau et le mot de passe de la pharmacie.
        {state === 'offline' && ' Vous êtes hors ligne\u00a0: ce poste resterait fermé jusqu’au retour du réseau.'}
      </Text>
      {unsent.map((words) => (
        <Text key={words} mt="sm" fw={600}>
          {words}
        </Text>
      ))}
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Garder ce poste connecté
        </Button>
        <Button onClick={() => void signOut()}>Déconnecter ce poste</Button>
      </Group>
    </Modal>
  )
}
