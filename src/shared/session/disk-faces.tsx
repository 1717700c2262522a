import { Button, Group, Modal, Text } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { diskAtom, recoveredSalesAtom, type Disk } from '#shared/store/disk/disk-atoms.ts'
import { dropLists, rebuildFromCopy } from '#shared/store/disk/disk-watch.ts'
import { pharmacyIdAtom } from '#shared/store/identity/identity-atoms.ts'
import { salesPrefix } from '#shared/store/disk/other-pharmacies.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { Band } from './band.tsx'
import classes from './disk-faces.module.css'
import { ClockBand } from './clock-band.tsx'
import { CopyBand } from './copy-band.tsx'
import { PinAgain } from './pin-again.tsx'

interface DiskFacesProps {
  /** The screens of the window. */
  children: ReactNode
  reload?: () => void
}

/** Shows disk trouble as a band above the screens, or instead of them when nothing can be written. */
export function DiskFaces({ children, reload = () => location.reload() }: DiskFacesProps) {
  const disk = useAtomValue(diskAtom)
  if (isStopped(disk)) return <Stopped disk={disk} reload={reload} />
  return (
    <div className={classes.stand}>
      <CopyBand />
      <Recovered />
      <ClockBand />
      <ListsOrRoom disk={disk} />
      <PinAgain />
      <div className={classes.rest}>{children}</div>
    </div>
  )
}

/** Shown when the browser refuses all storage, detected before the window starts. */
export function NothingKept({ reload = () => location.reload() }: { reload?: () => void }) {
  return (
    <AppProvider>
      <ErrorPage {...faces.private} onButton={reload} />
    </AppProvider>
  )
}

const faces = {
  'newer-version': {
    title: 'Cette fenêtre est d’une ancienne version',
    text: 'Une autre fenêtre de ce poste a été mise à jour. Rechargez celle-ci pour continuer. Vos ventes sont enregistrées sur ce poste.',
    buttonLabel: 'Recharger la fenêtre',
  },
  private: {
    title: 'Ce navigateur ne garde rien sur ce poste',
    text:
      'Il est en navigation privée, ou il bloque l’enregistrement. ' +
      'Une vente y serait perdue\u00a0: ouvrez Officine dans une fenêtre normale, ' +
      'ou autorisez ce site à enregistrer des données.',
    buttonLabel: 'Réessayer',
  },
  unreadable: {
    title: 'Les données de ce poste ne se lisent plus',
    text:
      'Rechargez la fenêtre. ' +
      'Si ce message revient, fermez toutes les fenêtres du navigateur et rouvrez-le, puis appelez l’assistance. ' +
      'N’effacez pas les données du navigateur.',
    buttonLabel: 'Recharger la fenêtre',
  },
  closed: {
    title: 'Le navigateur n’enregistre plus',
    text:
      'Il a fermé les données de ce poste et ne les rouvre pas. Rechargez la fenêtre. ' +
      'Si ce message revient, fermez toutes les fenêtres du navigateur et rouvrez-le. ' +
      'Vos ventes sont enregistrées sur ce poste.',
    buttonLabel: 'Recharger la fenêtre',
  },
} as const

type Stopping = Disk & { trouble: keyof typeof faces }

function isStopped(disk: Disk): disk is Stopping {
  // An outdated page must not write beside a newer one, to any database.
  return (
    disk.trouble === 'newer-version' || (disk.where === 'sales' && disk.trouble !== null && disk.trouble !== 'full')
  )
}

function Stopped({ disk, reload }: { disk: Stopping; reload: () => void }) {
  const pharmacyId = useAtomValue(pharmacyIdAtom)
  // The journal can only restore this sales database.
  const canRebuild =
    disk.trouble === 'unreadable' &&
    pharmacyId !== null &&
    disk.name === salesPrefix + pharmacyId &&
    disk.copy !== 'unavailable'
  return (
    <ErrorPage
      {...faces[disk.trouble]}
      onButton={reload}
      action={canRebuild && <Rebuilding pharmacyId={pharmacyId} reload={reload} />}
    />
  )
}

/** Offered only when the journal can be read, and only on request: the database may open again later. */
function Rebuilding({ pharmacyId, reload }: { pharmacyId: string; reload: () => void }) {
  const [state, setState] = useState<'idle' | 'under-way' | 'failed'>('idle')
  const rebuild = async () => {
    setState('under-way')
    if (await rebuildFromCopy(pharmacyId).catch(() => false)) reload()
    else setState('failed')
  }
  if (state === 'failed') return <Text c="danger">La copie de secours est illisible aussi. Rien n’a été effacé.</Text>
  return (
    <Button size="md" variant="default" loading={state === 'under-way'} onClick={() => void rebuild()}>
      Reprendre la copie de secours
    </Button>
  )
}

function ListsOrRoom({ disk: { trouble, where } }: { disk: Disk }) {
  const [isAsking, setIsAsking] = useState(false)
  if (!trouble) return null
  const isFull = trouble === 'full'
  const words = isFull
    ? wordsOfFull(where === 'sales')
    : 'Les listes de ce poste ne se lisent plus. Les ventes sont enregistrées.'
  return (
    <Band
      tone={where === 'sales' ? 'danger' : 'warning'}
      words={words}
      label={isFull ? 'Libérer de la place' : 'Relire les listes'}
      onButton={() => setIsAsking(true)}
    >
      <DropLists isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </Band>
  )
}

function wordsOfFull(isOfSales: boolean): string {
  return isOfSales
    ? 'Ce poste n’a plus de place\u00a0: la dernière action n’est pas enregistrée, les précédentes le sont. Libérez de la place, puis reprenez\u00a0: ce que vous avez saisi attend à l’écran.'
    : 'Ce poste n’a plus de place\u00a0: les listes ne se mettent plus à jour. Vous pouvez vendre, les ventes sont enregistrées.'
}

function DropLists({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  return (
    <Modal opened={isOpen} onClose={onClose} title="Retirer les listes de ce poste" withCloseButton={false}>
      <Text>
        Les produits, les clients et les contrats seront redemandés au serveur. Les ventes ne sont pas touchées.
        {isOffline &&
          ' Vous êtes hors ligne\u00a0: si cette fenêtre se ferme avant le retour du réseau, la recherche sera vide jusque-là.'}
      </Text>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Garder les listes
        </Button>
        <Button onClick={() => void dropLists().finally(onClose)}>Retirer les listes</Button>
      </Group>
    </Modal>
  )
}

function Recovered() {
  const [sales, setSales] = useAtom(recoveredSalesAtom)
  if (sales === null) return null
  const words =
    sales === 1
      ? '1 vente a été reprise de la copie de secours.'
      : `${sales} ventes ont été reprises de la copie de secours.`
  return (
    <Band
      tone="success"
      words={`Les données de ce poste avaient disparu. ${words}`}
      label="J’ai compris"
      onButton={() => setSales(null)}
    />
  )
}
