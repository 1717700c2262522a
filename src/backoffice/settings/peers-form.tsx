import { Switch } from '@mantine/core'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { EditableSheet } from '#backoffice/ui/editable-sheet.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Comparaison avec d’autres pharmacies'

/** Whether the pharmacy takes part in the comparison of « Rapports ». */
export function PeersSheet({ pharmacy, mayEdit }: { pharmacy: Pharmacy; mayEdit: boolean }) {
  return (
    <EditableSheet
      title={title}
      hasKey={false}
      mayEdit={mayEdit}
      facts={[
        [
          'Participation',
          pharmacy.settings.comparesWithPeers
            ? 'Oui : nos chiffres comptent dans les repères des autres, jamais notre nom ni notre chiffre'
            : 'Non : nous ne voyons rien des autres, et nos chiffres ne comptent nulle part',
        ],
      ]}
      form={(close) => <PeersForm pharmacy={pharmacy} onClose={close} />}
    />
  )
}

function PeersForm({ pharmacy: { settings }, onClose }: { pharmacy: Pharmacy; onClose: () => void }) {
  const send = useSend()
  const form = useForm({
    initial: { comparesWithPeers: settings.comparesWithPeers },
    schema: pharmacies.changeSettings.body!,
    bodyOf: (values) => values,
    send: (body) => send(pharmacies.changeSettings, { body }),
    onDone: onClose,
  })
  return (
    <FormFrame label={title} form={form} onCancel={onClose}>
      <Switch
        label="Participer à la comparaison"
        description="Après chaque mois, panier moyen, taux de marge, taux de remise, jours de stock et part du temps en rupture comptent dans les repères (quartiles) de pharmacies du même pays et de même taille, d’au moins cinq propriétaires. Personne ne voit notre nom ni notre chiffre. « Rapports » nous montre les repères des autres. Si nous arrêtons, nos chiffres ne comptent plus dès le calcul suivant, et nous ne voyons plus rien."
        checked={form.values.comparesWithPeers}
        onChange={(event) => form.set({ comparesWithPeers: event.currentTarget.checked })}
      />
    </FormFrame>
  )
}
