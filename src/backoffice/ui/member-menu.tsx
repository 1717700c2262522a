import { Menu } from '@mantine/core'
import { IconLock, IconLogout } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { displayName, initials } from '#shared/domain/person.ts'
import { signOutAtom } from '#shared/session/sign-in.ts'
import { SignOutModal } from '#shared/session/sign-out-modal.tsx'
import { lockAtom } from '#shared/session/unlock.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { FaceDisc } from '#shared/ui/face-disc.tsx'
import classes from '#backoffice/ui/frame.module.css'

/** The current member, and two ways to leave: locking keeps the terminal signed in, signing out does not. */
export function MemberMenu() {
  const session = useAtomValue(sessionAtom)
  const account = useAtomValue(terminalAtom)?.account
  const lock = useSetAtom(lockAtom)
  const signOut = useSetAtom(signOutAtom)
  const [isAsking, setIsAsking] = useState(false)
  const name = session ? displayName(session) : (account?.email ?? '')
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
          {session && <Menu.Label>{session.roles.join(', ')}</Menu.Label>}
          {session && (
            <Menu.Item leftSection={<IconLock size={18} aria-hidden />} onClick={() => void lock()}>
              Verrouiller ou changer d’utilisateur
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLogout size={18} aria-hidden />}
            onClick={() => (account?.pharmacyId ? setIsAsking(true) : void signOut())}
          >
            Déconnecter ce poste
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SignOutModal isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}
