import type { ReactNode } from 'react'
import type { WaitingLabel } from '#shared/contract/labels.ts'
import type { LabelFormat } from '#shared/domain/labels/label-formats.ts'
import { placesOf, type PlacedLabel } from '#shared/domain/labels/place-labels.ts'
import type { LabelChoices } from '#shared/store/labels/label-choices.ts'
import { LabelFace, LabelSheet, millimetres } from '#backoffice/labels/label-sheet.tsx'
import classes from '#backoffice/labels/labels.module.css'

interface LabelPreviewProps {
  format: LabelFormat
  choices: LabelChoices
  today: string
  /** The labels of the first page. */
  labels: readonly PlacedLabel<WaitingLabel>[]
  start: number
  onStart: (place: number) => void
}

/** In px. */
const room = { width: 334, sheetHeight: 336, labelHeight: 150 }
const pxPerTenth = 96 / 254

/** The first label enlarged and, below it, the first sheet. A click on a place of the sheet begins there. */
export function LabelPreview({ labels, start, onStart, ...drawn }: LabelPreviewProps) {
  const { format } = drawn
  const first = labels[0]
  return (
    <>
      {first && (
        <Scaled
          size={format.label}
          height={format.kind === 'roll' ? room.sheetHeight : room.labelHeight}
          name="Aperçu d’une étiquette"
        >
          <LabelFace label={first.item} {...drawn} />
        </Scaled>
      )}
      {format.kind === 'sheet' && (
        <Scaled size={format.page} height={room.sheetHeight} name="Aperçu de la première feuille">
          <LabelSheet labels={labels} {...drawn} />
          {placesOf(format).map(({ place, x, y }) => (
            <button
              key={place}
              type="button"
              // The field « Première position » is the way by keyboard: a sheet has up to 65 places.
              tabIndex={-1}
              className={classes.place}
              aria-label={`Commencer à la position ${place}`}
              data-used={place < start || undefined}
              data-filled={labels.some((label) => label.place === place) || undefined}
              style={{
                left: millimetres(x),
                top: millimetres(y),
                width: millimetres(format.label.width),
                height: millimetres(format.label.height),
              }}
              onClick={() => onStart(place)}
            />
          ))}
        </Scaled>
      )}
    </>
  )
}

interface ScaledProps {
  /** In tenths of a millimetre. */
  size: { width: number; height: number }
  /** At most, in px. */
  height: number
  name: string
  children: ReactNode
}

/** Scales what is drawn at its real size into the panel. */
function Scaled({ size, height, name, children }: ScaledProps) {
  const [width, tall] = [size.width * pxPerTenth, size.height * pxPerTenth]
  const scale = Math.min(room.width / width, height / tall)
  return (
    <div
      role="group"
      aria-label={name}
      className={classes.preview}
      style={{ width: width * scale, height: tall * scale }}
    >
      <div className={classes.scaled} style={{ width, height: tall, transform: `scale(${scale})` }}>
        {children}
      </div>
    </div>
  )
}
