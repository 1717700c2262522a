import { Button } from '@mantine/core'
import { joinedLine, repeatedLines, type RepeatedLine } from '#shared/domain/deliveries/repeated-lines.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { plural } from '#shared/ui/plural.ts'
import classes from '#backoffice/deliveries/deliveries.module.css'
import type { JudgedLine } from '#backoffice/deliveries/judged-line.ts'
import type { ActOnLine } from '#backoffice/deliveries/use-delivery-lines.ts'

interface RepeatedLinesProps {
  lines: readonly JudgedLine[]
  act: ActOnLine
}

/** Asks of each line that stands twice whether its boxes came once or twice; either answer leaves one line. */
export function RepeatedLines({ lines, act }: RepeatedLinesProps) {
  const repeated = repeatedLines(lines)
  if (repeated.length === 0) return null
  return (
    <ul className={classes.alerts} aria-label="Lignes en double">
      {repeated.map((pair) => (
        <Repeated key={pair.again.id} pair={pair} act={act} />
      ))}
    </ul>
  )
}

function Repeated({ pair, act }: { pair: RepeatedLine<JudgedLine>; act: ActOnLine }) {
  const { first, again } = pair
  const joined = joinedLine(pair)
  const take = (keepsBoth: boolean) => {
    if (keepsBoth) void act({ lineId: first.id, set: joined })
    void act({ lineId: again.id, set: { isRemoved: true } })
  }
  return (
    <li>
      <StatusTag tone="warning">En double</StatusTag>
      <p>
        <b>{first.productLabel ?? first.label}</b>
        {`\u00a0: même prix et même lot${first.lot ? ` (${first.lot})` : ''} sur deux lignes, ${boxes(first)} puis ${boxes(again)}. Une seule ligne, ou les deux\u202f?`}
      </p>
      <Button variant="default" size="xs" onClick={() => take(false)}>
        {`Une seule\u00a0: ${boxes(first)}`}
      </Button>
      <Button variant="default" size="xs" onClick={() => take(true)}>
        {`Les deux\u00a0: ${boxes(joined)}`}
      </Button>
    </li>
  )
}

function boxes({ received, free }: Pick<JudgedLine, 'received' | 'free'>): string {
  return plural(received + free, 'boîte')
}
