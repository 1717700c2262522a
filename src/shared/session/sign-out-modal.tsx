import { Button, Group, Modal, Text } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { CodeOf } from '#shared/session/code-of.tsx'
import { signOutAtom } from '#shared/session/sign-in.ts'
import { unsentWords } from '#shared/session/unsent-words.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { withEnd } from '#shared/ui/with-end.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'

const unsentText =
  'Le compte de cette pharmacie n’est plus connecté ici\u00a0: ce qui attend ne partirait pas. Reconnectez d’abord ce poste, attendez que tout soit envoyé, puis déconnectez-le.'
const noEndText = 'La déconnexion n’a pas abouti. Rechargez cette page, puis recommencez.'

/**
 * Confirms the sign-out: its consequences, and what happens to unsent rows; then a member who may change the settings
 * types his code, because the terminal would stay closed until the pharmacy's password is typed.
 */
export function SignOutModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const signOut = useSetAtom(signOutAtom)
  const terminalId = useAtomValue(terminalAtom)?.terminalId
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const close = () => {
    setRefusal(null)
    setIsCodeAsked(false)
    onClose()
  }
  const leave = async () => {
    setIsLeaving(true)
    setIsCodeAsked(false)
    try {
      setRefusal((await withEnd(signOut())) ? null : unsentText)
    } catch {
      setRefusal(noEndText)
    } finally {
      setIsLeaving(false)
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Déconnecter ce poste"
      withCloseButton={false}
      size={isCodeAsked ? 720 : 520}
    >
      {isCodeAsked && terminalId ? (
        <>
          <Text mb="md">Réservé à un membre qui peut modifier les paramètres. Tapez son code.</Text>
          <CodeOf
            gesture={{ permission: 'settings.edit', subjectId: terminalId }}
            onGranted={() => void leave()}
            onCancel={close}
          />
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={close}>
              Garder ce poste connecté
            </Button>
          </Group>
        </>
      ) : (
        <Consequences refusal={refusal} isLeaving={isLeaving} onClose={close} onLeave={() => setIsCodeAsked(true)} />
      )}
    </Modal>
  )
}

function Consequences({
  refusal,
  isLeaving,
  onClose,
  onLeave,
}: {
  refusal: string | null
  isLeaving: boolean
  onClose: () => void
  onLeave: () => void
}) {
  const unsent = unsentWords(useAtomValue(snapshotAtom))
  const { state } = useAtomValue(connectivityAtom)
  return (
    <>
      <Text>
        Pour vendre de nouveau ici, il faudra le réseau et le mot de passe de la pharmacie.
        {state === 'offline' && ' Vous êtes hors ligne\u00a0: ce poste resterait fermé jusqu’au retour du réseau.'}
      </Text>
      {unsent.map((words) => (
        <Text key={words} mt="sm" fw={600}>
          {words}
        </Text>
      ))}
      {refusal && (
        <Text role="alert" mt="sm" c="danger">
          {refusal}
        </Text>
      )}
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Garder ce poste connecté
        </Button>
        <Button loading={isLeaving} onClick={onLeave}>
          Déconnecter ce poste
        </Button>
      </Group>
    </>
  )
}
