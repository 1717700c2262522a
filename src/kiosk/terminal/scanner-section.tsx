import { Button } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { scannerRoomAtom, scannerStateAtom, type ScannerState } from '#kiosk/counter/scan/scanner-state.ts'
import { useWedge } from '#kiosk/counter/scan/use-wedge.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import classes from './terminal.module.css'

const longestRead = 40

/**
 * The scanners. A scanner that types needs no set-up. A WebHID scanner is connected here, and its scans go to the
 * focused window.
 */
export function ScannerSection() {
  const room = useAtomValue(scannerRoomAtom)
  const state = useAtomValue(scannerStateAtom)
  const [read, setRead] = useState<string | null>(null)
  const [isCanceled, setIsCanceled] = useState(false)
  useWedge(setRead)
  const connect = async () => setIsCanceled((await room?.connect().catch(() => 'canceled')) === 'canceled')
  return (
    <PageSection title="Douchette" state={<StateTag state={state} />}>
      <p className={classes.text}>
        Si la douchette écrit comme un clavier, il n’y a rien à régler. Une douchette réglée en «&nbsp;HID POS&nbsp;» se
        connecte ici une fois{'\u00a0'}: elle scanne alors quel que soit l’écran affiché.
      </p>
      <p className={classes.text} role="status" aria-label="Essai de la douchette">
        {read === null ? 'Scannez une boîte pour l’essayer.' : `Lu\u00a0: ${readable(read)}`}
      </p>
      <p className={classes.told} role="alert">
        {isCanceled &&
          'Aucune douchette n’a été connectée. ' +
            'Vérifiez qu’elle est branchée et réglée en «\u00a0HID POS\u00a0» (code de réglage de son manuel), ' +
            'puis choisissez-la dans la liste du navigateur.'}
        {state.kind === 'taken' &&
          'La douchette est là, mais un autre programme s’en sert. Fermez-le, puis touchez cette fenêtre.'}
        {state.kind === 'absent' &&
          'La douchette est débranchée. Rebranchez-la\u00a0: elle se reconnecte toute seule. En attendant, tapez les codes, ou scannez avec la caméra.'}
        {room === null && 'Connecter une douchette ici demande Chrome ou Edge.'}
      </p>
      <div className={classes.actions}>
        {state.kind !== 'none' && (
          <Button variant="default" onClick={() => void room?.forget()}>
            Retirer
          </Button>
        )}
        <Button
          size="md"
          variant="default"
          leftSection={<IconBarcode size={26} aria-hidden />}
          disabled={room === null}
          onClick={() => void connect()}
        >
          Connecter une douchette
        </Button>
      </div>
    </PageSection>
  )
}

/** Replaces the invisible control characters between the parts of a code by spaces. */
function readable(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestRead)
}

function StateTag({ state }: { state: ScannerState }) {
  const [tone, words] = faceOf(state)
  return (
    <span role="status">
      <StatusTag tone={tone}>{words}</StatusTag>
    </span>
  )
}

function faceOf(state: ScannerState): [StatusTone, string] {
  switch (state.kind) {
    case 'none':
      return ['neutral', 'Fonctionne comme un clavier']
    case 'ready':
      return ['success', `Prête\u00a0: ${state.names.join(', ')}`]
    case 'absent':
      return ['warning', 'Débranchée']
    case 'taken':
      return ['warning', 'Utilisée par un autre programme']
  }
}
