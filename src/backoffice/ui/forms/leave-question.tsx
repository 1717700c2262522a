import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { useLeaving } from '#backoffice/ui/forms/leave-guard.ts'

/** The question before unsaved changes are lost. */
export function LeaveQuestion() {
  const { leaving, stay, go } = useLeaving()
  return (
    <CatalogueModal
      opened={leaving !== null}
      title={`Quitter sans enregistrer\u202f?`}
      text="Ce que vous avez saisi n’est pas encore enregistré."
      actions={[
        { label: 'Continuer la saisie', onClick: stay },
        { label: 'Abandonner la saisie', onClick: go },
      ]}
    />
  )
}
