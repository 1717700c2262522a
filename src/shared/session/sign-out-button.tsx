import { Button, Group, Modal, Text } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { signOutAtom } from '#shared/session/sign-in.ts'
import { unsentWords } from '#shared/session/unsent-words.ts'
import { snapshotAtom } from '#shared/store/sale-atoms.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

/** Signs the terminal out, after saying what that means: nobody unlocks here without the network and the password. */
export function SignOutButton({ className }: { className?: string | undefined }) {
  const [isAsking, setIsAsking] = useState(false)
  const signOut = useSetAtom(signOutAtom)
  const unsent = unsentWords(useAtomValue(snapshotAtom))
  const { state } = useAtomValue(connectivityAtom)
  return (
    <>
      <button type="button" className={`${className} officine-focus`} onClick={() => setIsAsking(true)}>
        Déconnecter ce poste
      </button>
      <Modal opened={isAsking} onClose={() => setIsAsking(false)} title="Déconnecter ce poste" withCloseButton={false}>
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
          <Button variant="default" onClick={() => setIsAsking(false)}>
            Garder ce poste connecté
          </Button>
          <Button onClick={() => void signOut()}>Déconnecter ce poste</Button>
        </Group>
      </Modal>
    </>
  )
}
