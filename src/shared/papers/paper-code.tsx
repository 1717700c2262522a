import { encode } from 'uqr'
import { dotsPerModule } from '#shared/domain/receipt-paper.ts'

const dotsPerMillimetre = 8

/** A QR code as one SVG path, as wide as a receipt printer would print it. */
export function PaperCode({
  digits,
  name = 'Code de secours de la vente',
  className,
}: {
  digits: string
  name?: string
  className?: string | undefined
}) {
  const { size, data } = encode(digits, { ecc: 'M', boostEcc: false, border: 0 })
  const width = `${(size * dotsPerModule(digits)) / dotsPerMillimetre}mm`
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
      role="img"
      aria-label={name}
    >
      <path d={pathOf(data)} fill="#000" />
    </svg>
  )
}

/** Merges adjacent black modules into one rectangle, otherwise hairlines appear between them. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      Array.from(
        row
          .map((isBlack) => (isBlack ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
        ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('')
}
