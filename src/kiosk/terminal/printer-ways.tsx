import type { NetworkPrinter } from '#shared/contract/pharmacy-settings.ts'
import type { ChosenPrinter } from '#shared/store/sales/printer-choice.ts'
import classes from './terminal.module.css'

interface PrinterWaysProps {
  chosen: ChosenPrinter
  /** The network printers of the pharmacy. */
  printers: readonly NetworkPrinter[]
  isBusy: boolean
  onPages: () => void
  onNetwork: (printer: NetworkPrinter) => void
  /** Both open the browser's list of devices. */
  onUsb: () => void
  onSerial: () => void
}

/** All ways to print, with the chosen one marked. Touching the chosen device connects it again. */
export function PrinterWays({ chosen, printers, isBusy, onPages, onNetwork, onUsb, onSerial }: PrinterWaysProps) {
  const [usb, serial] = [chosen.way === 'usb' ? chosen.name : null, chosen.way === 'serial' ? chosen.name : null]
  return (
    <div className={classes.ways} role="group" aria-label="Comment ce poste imprime">
      <Way
        title="Navigateur"
        text="Une page à chaque ticket, sans tiroir"
        isChosen={chosen.way === 'browser'}
        isOff={isBusy}
        onClick={onPages}
      />
      <Way
        title={usb ?? 'Imprimante USB'}
        text={device(usb, navigator.usb !== undefined, 'Touchez pour la connecter')}
        isChosen={usb !== null}
        isOff={isBusy || navigator.usb === undefined}
        onClick={onUsb}
      />
      <Way
        title={serial ?? 'Imprimante série'}
        text={device(
          serial,
          navigator.serial !== undefined,
          'Touchez pour la connecter. Aussi les imprimantes USB sous Windows',
        )}
        isChosen={serial !== null}
        isOff={isBusy || navigator.serial === undefined}
        onClick={onSerial}
      />
      {printers.map((printer) => (
        <Way
          key={printer.id}
          title={printer.name}
          text="Imprimante du réseau de la pharmacie"
          isChosen={chosen.way === 'network' && chosen.printerId === printer.id}
          isOff={isBusy}
          onClick={() => onNetwork(printer)}
        />
      ))}
    </div>
  )
}

function device(name: string | null, isKnown: boolean, invitation: string): string {
  if (!isKnown) return 'Demande Chrome ou Edge'
  return name === null ? invitation : 'Choisie pour ce poste. Touchez pour en connecter une autre'
}

function Way({
  title,
  text,
  isChosen,
  isOff,
  onClick,
}: {
  title: string
  text: string
  isChosen: boolean
  isOff: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={`${classes.way} officine-focus`}
      aria-pressed={isChosen}
      disabled={isOff}
      onClick={onClick}
    >
      <b>{title}</b>
      <span>{text}</span>
    </button>
  )
}
