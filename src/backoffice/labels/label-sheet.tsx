import type { CSSProperties } from 'react'
import type { WaitingLabel } from '#shared/contract/labels.ts'
import { labelCode } from '#shared/domain/labels/label-code.ts'
import { barsOf } from '#backoffice/labels/label-bars.ts'
import { labelTextSizes, moduleWidth, type LabelFormat } from '#shared/domain/labels/label-formats.ts'
import { packText } from '#shared/domain/labels/pack-text.ts'
import type { PlacedLabel } from '#shared/domain/labels/place-labels.ts'
import type { LabelChoices } from '#shared/store/labels/label-choices.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import classes from '#backoffice/labels/labels.module.css'

interface DrawnProps {
  format: LabelFormat
  choices: LabelChoices
  /** The pharmacy’s calendar day, printed small. */
  today: string
}

/** Lengths of labels are in tenths of a millimetre. */
export const millimetres = (tenths: number): string => `${tenths / 10}mm`
const fontSize = (tenths: number): CSSProperties => ({ fontSize: millimetres(tenths) })

/** One page at its real size, for the printer and, scaled, for the preview. */
export function LabelSheet({ labels, ...drawn }: DrawnProps & { labels: readonly PlacedLabel<WaitingLabel>[] }) {
  const { page } = drawn.format
  return (
    <div className={classes.sheet} style={{ width: millimetres(page.width), height: millimetres(page.height) }}>
      {labels.map(({ item, place, x, y }) => (
        <div key={place} className={classes.placed} style={{ left: millimetres(x), top: millimetres(y) }}>
          <LabelFace label={item} {...drawn} />
        </div>
      ))}
    </div>
  )
}

/** What one label says, at its real size. */
export function LabelFace({ label, format, choices, today }: DrawnProps & { label: WaitingLabel }) {
  const currency = useCurrency()
  const sizes = labelTextSizes(format)
  const { label: size, inset } = format
  return (
    <div
      className={classes.label}
      style={{
        width: millimetres(size.width),
        height: millimetres(size.height),
        padding: `${millimetres(inset.y)} ${millimetres(inset.x)}`,
      }}
    >
      <div className={classes.name} style={fontSize(sizes.name)}>
        {label.label}
      </div>
      <div className={classes.line} style={fontSize(sizes.detail)}>
        <span>{packText(label)}</span>
        {choices.showsPrice && label.unitPrice !== null && (
          <b>
            {formatMoney(label.unitPrice, currency)} / {label.unitWord}
          </b>
        )}
      </div>
      <div className={classes.line} style={fontSize(sizes.detail)}>
        <span>
          {choices.showsStorage && label.storage}
          <br />
          {formatShortDay(today)}
        </span>
        {choices.showsPrice && label.price !== null && (
          <b style={fontSize(sizes.price)}>{formatMoney(label.price, currency)}</b>
        )}
      </div>
      {choices.showsCode && <Code codes={label.codes} format={format} digits={sizes.digits} />}
    </div>
  )
}

/** The bars with their text; the text alone when the bars would be too fine to be read. */
function Code({ codes, format, digits }: { codes: readonly string[]; format: LabelFormat; digits: number }) {
  const code = labelCode(codes)
  if (!code) return null
  const bars = barsOf(code)
  const width = moduleWidth(format, code, bars.length)
  return (
    <div className={classes.code} style={fontSize(digits)}>
      {width !== null && (
        <svg
          viewBox={`0 0 ${bars.length} 1`}
          preserveAspectRatio="none"
          width={millimetres(width * bars.length)}
          height="100%"
          shapeRendering="crispEdges"
          aria-hidden
        >
          <path d={pathOf(bars)} />
        </svg>
      )}
      <div>{code.text}</div>
    </div>
  )
}

/** Adjacent black modules are one rectangle, otherwise hairlines appear between them. */
function pathOf(bars: string): string {
  return Array.from(bars.matchAll(/1+/g), ({ index, 0: run }) => `M${index} 0h${run.length}v1h-${run.length}z`).join('')
}
