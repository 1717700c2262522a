import type { Client } from '#shared/contract/clients.ts'
import text from '#shared/ui/text.module.css'
import { twinText } from '#backoffice/clients/find-twins.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** More namesakes than these are not told one by one. */
const shown = 3

interface TwinsProps {
  twins: readonly Client[]
  sex: 'F' | 'M' | null
  isSending: boolean
  onCreateAnyway: () => void
}

/** Says who may be the patient about to be created, with a way to each record and one to create all the same. */
export function Twins({ twins, sex, isSending, onCreateAnyway }: TwinsProps) {
  if (twins.length === 0) return null
  return (
    <div role="alert" aria-label="Fiche déjà connue">
      {twins.slice(0, shown).map((twin) => (
        <p key={twin.id}>
          {twinText(twin, sex)} <TextLink to={`/patients/${twin.id}`}>Ouvrir sa fiche</TextLink>
        </p>
      ))}
      {twins.length > shown && <p className={text.quiet}>Et {twins.length - shown} autres du même nom.</p>}
      <WriteButton type="button" variant="default" loading={isSending} onClick={onCreateAnyway}>
        Créer quand même
      </WriteButton>
    </div>
  )
}
