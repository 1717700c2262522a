import { useState } from 'react'
import { SignOutModal } from '#shared/session/sign-out-modal.tsx'

/** Signs the terminal out after a confirmation: unlocking again needs the network and the password. */
export function SignOutButton({ className }: { className?: string | undefined }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className={`${className} officine-focus`} onClick={() => setIsAsking(true)}>
        Déconnecter ce poste
      </button>
      <SignOutModal isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}
