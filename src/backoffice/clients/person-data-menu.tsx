import { Button, Menu } from '@mantine/core'
import { IconDownload, IconEraser, IconId } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { personData } from '#shared/contract/person-data-calls.ts'
import { persons } from '#shared/contract/persons.ts'
import { saveFile } from '#shared/ui/save-file.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** « Données » of a patient: all that is kept of him as a file, and the erasure of what names him. */
export function PersonDataMenu({ id, name }: { id: string; name: string }) {
  const send = useSend()
  const today = useAtomValue(todayAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const mayGive = useMay(personData.give)
  const mayErase = useMay(persons.erase)
  const { run, ask, isRunning, modals } = useGesture()
  if (!mayGive && !mayErase) return null

  const give = () =>
    run(async () => {
      const data = await send(personData.give, { params: { id } })
      saveFile(
        `donnees-client-${today}.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json;charset=utf-8' }),
      )
    })
  const erase = () =>
    ask({
      title: `Effacer les données de ${name}\u202f?`,
      text: (
        <>
          <p>
            Nom, téléphone, adresse, numéros de police, proches, photos et notes disparaissent pour toujours, sur tous
            les postes. Il devient {'«\u00a0Inconnu\u00a0»'}.
          </p>
          <p>
            Ses ventes et leurs montants restent. L’ordonnancier garde ses lignes, comme la loi le demande. Donnez-lui
            d’abord le fichier de ses données s’il l’a demandé.
          </p>
        </>
      ),
      yes: 'Effacer pour toujours',
      run: () => send(persons.erase, { params: { id } }),
    })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconId size={18} aria-hidden />}
            loading={isRunning}
            disabled={isOffline}
            title={isOffline ? 'Hors ligne\u202f: demande le réseau.' : undefined}
          >
            Données
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayGive && (
            <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={give}>
              Toutes ses données (fichier JSON)
            </Menu.Item>
          )}
          {mayErase && (
            <Menu.Item color="danger" leftSection={<IconEraser size={18} aria-hidden />} onClick={erase}>
              Effacer ses données…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {modals}
    </>
  )
}
