import { Button, SegmentedControl, Switch } from '@mantine/core'
import { IconCashRegister, IconPrinter } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import {
  mayOpenDrawerAtom,
  openDrawerAtom,
  printerStateAtom,
  printerGesturesAtom,
  stuckPrintsAtom,
  type Connecting,
  type PrinterState,
} from '#kiosk/counter/print/printer-state.ts'
import { printTestAtom } from '#kiosk/counter/print/print-test.ts'
import { printFailureWords } from '#kiosk/counter/print/print-words.ts'
import { WaitingPrints } from '#kiosk/counter/print/waiting-prints.tsx'
import { printerChoiceAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { printQueueAtom } from '#shared/store/sales/print-atoms.ts'
import { StatusTag, type StatusTone } from '#shared/ui/status-tag.tsx'
import classes from './terminal.module.css'
import { PrinterWays } from './printer-ways.tsx'

const widths = [
  { value: '48', label: '80 mm' },
  { value: '32', label: '58 mm' },
]
const speeds = ['9600', '19200', '38400', '115200']

/** The printer of this terminal: the chosen one, its state, and the waiting jobs. */
export function PrinterSection() {
  const choice = useAtomValue(printerChoiceAtom)
  const state = useAtomValue(printerStateAtom)
  const gestures = useAtomValue(printerGesturesAtom)
  const printers = useAtomValue(terminalAtom)?.pharmacy?.settings.printers ?? []
  const waiting = useAtomValue(printQueueAtom).length
  const printTest = useSetAtom(printTestAtom)
  const openDrawer = useSetAtom(openDrawerAtom)
  const mayOpenDrawer = useAtomValue(mayOpenDrawerAtom)
  const [speed, setSpeed] = useState(choice.printer.way === 'serial' ? String(choice.printer.baudRate) : '9600')
  const { connect, isConnecting, isCanceled } = useConnecting()
  const stuck = useAtomValue(stuckPrintsAtom).length
  if (!gestures) return null
  return (
    <PageSection title="Imprimante" state={<StateTag state={state} />}>
      <PrinterWays
        chosen={choice.printer}
        printers={printers}
        isBusy={isConnecting}
        onPages={() => void gestures.choose({ printer: { way: 'browser' } })}
        onNetwork={({ id, name }) => void gestures.choose({ printer: { way: 'network', printerId: id, name } })}
        onUsb={() => void connect(() => gestures.connectUsb())}
        onSerial={() => void connect(() => gestures.connectSerial(Number(speed)))}
      />
      <p className={classes.told} role="status">
        {isCanceled &&
          'Aucune imprimante n’a été connectée. Vérifiez qu’elle est allumée et branchée, puis choisissez-la dans la liste du navigateur.'}
      </p>
      <div className={classes.row}>
        <div className={classes.field}>
          <span id="paper-width">Papier</span>
          <SegmentedControl
            aria-labelledby="paper-width"
            classNames={{ label: classes.choice }}
            data={widths}
            value={String(choice.columns)}
            onChange={(columns) => void gestures.choose({ columns: columns === '32' ? 32 : 48 })}
          />
        </div>
        {choice.printer.way === 'serial' && (
          <div className={classes.field}>
            <span id="serial-speed">Vitesse du port</span>
            <SegmentedControl
              aria-labelledby="serial-speed"
              classNames={{ label: classes.choice }}
              data={speeds}
              value={speed}
              onChange={(value) => {
                setSpeed(value)
                if (choice.printer.way === 'serial')
                  void gestures.choose({ printer: { ...choice.printer, baudRate: Number(value) } })
              }}
            />
          </div>
        )}
        <Switch
          classNames={{ body: classes.switch, label: classes.switchLabel }}
          size="lg"
          label="Imprimer le ticket dès la fin de la vente"
          checked={choice.isAutomatic}
          onChange={(event) => void gestures.choose({ isAutomatic: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.actions}>
        {mayOpenDrawer && (
          <Button
            variant="default"
            leftSection={<IconCashRegister size={24} aria-hidden />}
            onClick={() => void openDrawer()}
          >
            Ouvrir le tiroir
          </Button>
        )}
        <Button size="md" leftSection={<IconPrinter size={26} aria-hidden />} onClick={() => void printTest()}>
          Imprimer un essai
        </Button>
      </div>
      {(waiting > 0 || stuck > 0) && (
        <div className={classes.queue}>
          <h3>À imprimer</h3>
          <WaitingPrints />
        </div>
      )}
    </PageSection>
  )
}

const stateFaces: Record<Exclude<PrinterState['kind'], 'fault'>, [StatusTone, string]> = {
  pages: ['neutral', 'Par le navigateur'],
  connecting: ['info', 'Connexion…'],
  ready: ['success', 'Prête'],
  printing: ['info', 'Imprime'],
  elsewhere: ['neutral', 'Utilisée par une autre fenêtre de ce poste'],
}

function StateTag({ state }: { state: PrinterState }) {
  const [tone, words] =
    state.kind === 'fault' ? (['warning', sentence(printFailureWords(state.reason))] as const) : stateFaces[state.kind]
  return (
    <span role="status">
      <StatusTag tone={tone}>{words}</StatusTag>
    </span>
  )
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Opens one browser dialog at a time. */
function useConnecting() {
  const [state, setState] = useState<'idle' | 'connecting' | Connecting>('idle')
  return {
    isConnecting: state === 'connecting',
    isCanceled: state === 'canceled',
    async connect(open: () => Promise<Connecting>) {
      setState('connecting')
      setState(await open().catch((): Connecting => 'canceled'))
    },
  }
}
