import { Menu } from '@mantine/core'
import { IconBuildingStore, IconLock, IconLogout } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { roleLabel } from '#shared/domain/permissions.ts'
import { displayName, initials } from '#shared/domain/person.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { signOutAtom, switchPharmacyAtom } from '#shared/session/sign-in.ts'
import { SignOutModal } from '#shared/session/sign-out-modal.tsx'
import { lockAtom } from '#shared/session/unlock.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { FaceDisc } from '#shared/ui/face-disc.tsx'
import classes from '#backoffice/ui/frame.module.css'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

/** The current member, and two ways to leave: locking keeps the terminal signed in, signing out does not. */
export function MemberMenu() {
  const session = useAtomValue(sessionAtom)
  const account = useAtomValue(terminalAtom)?.account
  const lock = useSetAtom(lockAtom)
  const signOut = useSetAtom(signOutAtom)
  const [isAsking, setIsAsking] = useState(false)
  const switchTo = useSetAtom(switchPharmacyAtom)
  const gesture = useGesture()
  const [, navigate] = useLocation()
  const [refusal, setRefusal] = useState<string | null>(null)
  const name = session ? displayName(session) : (account?.email ?? '')
  const enter = (id: string) =>
    gesture.run(async () => {
      const refused = await switchTo(id)
      setRefusal(refused?.text ?? null)
      // What stands on the screen is not of the other pharmacy.
      if (!refused) navigate('/')
    })
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <button type="button" className={`${classes.person} officine-focus`}>
            <FaceDisc>{session ? initials(session) : name.slice(0, 2).toUpperCase()}</FaceDisc>
            {name}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {session && <Menu.Label>{session.roles.map(roleLabel).join(', ')}</Menu.Label>}
          {session && (
            <Menu.Item leftSection={<IconLock size={18} aria-hidden />} onClick={() => void lock()}>
              Verrouiller ou changer d’utilisateur
            </Menu.Item>
          )}
          <OtherPharmacies onChoose={enter} />
          <Menu.Item
            leftSection={<IconLogout size={18} aria-hidden />}
            onClick={() => (account?.pharmacyId ? setIsAsking(true) : void signOut())}
          >
            Déconnecter ce poste
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {gesture.modals}
      <CatalogueModal
        opened={refusal !== null}
        title="La pharmacie n’a pas changé"
        text={refusal}
        actions={[{ label: 'Fermer', onClick: () => setRefusal(null) }]}
      />
      <SignOutModal isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

/** The other pharmacies of the account that this terminal is signed in with. */
function OtherPharmacies({ onChoose }: { onChoose: (id: string) => void }) {
  const own = useAtomValue(terminalAtom)?.pharmacy?.id
  const { data } = useAnswer(pharmacies.mine, {}, { enabled: own !== undefined })
  const others = (data ?? []).filter(({ id }) => id !== own)
  if (others.length === 0) return null
  return (
    <>
      <Menu.Label>Changer de pharmacie</Menu.Label>
      {others.map(({ id, name, city }) => (
        <Menu.Item key={id} leftSection={<IconBuildingStore size={18} aria-hidden />} onClick={() => onChoose(id)}>
          {`${name}, ${city}`}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
