import { IconCloudOff, IconCloudUpload, IconUserQuestion } from '@tabler/icons-react'
import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { usage } from '#shared/contract/usage.ts'
import { plural } from '#shared/ui/plural.ts'
import { useOpens } from '#backoffice/dashboard/opens.ts'
import type { Counted } from '#backoffice/dashboard/task.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** Sales and acts of terminals that did not reach the accounts: not sent, refused, or in nobody's proven name. */
export function useSendTasks(): Counted {
  const opens = useOpens()
  const morning = useAnswer(usage.morning, {})
  const seesParcels = opens('/parametres/envois')
  const parcels = useAnswer(unprovenParcels.list, { query: { size: 1 } }, { enabled: seesParcels })
  const unproven = parcels.data?.total ?? 0
  const held = opens('/caisses') ? morning.data : undefined
  const tasks = [
    ...(held?.refused ?? []).map(({ registerId, byName, count }) => ({
      key: `refuses-${registerId}`,
      icon: IconCloudOff,
      tone: 'danger' as const,
      text: `${plural(count, 'envoi refusé', 'envois refusés')} à la caisse fermée par ${byName}`,
      end: 'Voir',
      to: `/caisses/${registerId}`,
    })),
    ...(held?.unsent ?? []).map(({ registerId, byName, count }) => ({
      key: `attendus-${registerId}`,
      icon: IconCloudUpload,
      tone: 'danger' as const,
      text: `${plural(count, 'envoi attendu', 'envois attendus')} pour la caisse fermée par ${byName}`,
      end: 'Voir',
      to: `/caisses/${registerId}`,
    })),
    ...(unproven > 0
      ? [
          {
            key: 'sans-preuve',
            icon: IconUserQuestion,
            tone: 'warning' as const,
            text: `${plural(unproven, 'envoi')} à vérifier`,
            end: 'Vérifier',
            to: '/parametres/envois',
          },
        ]
      : []),
  ]
  return { tasks, answers: [...(opens('/caisses') ? [morning] : []), ...(seesParcels ? [parcels] : [])] }
}
