import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import classes from './heat-map.module.css'

interface Axis {
  key: string
  label: string
}
interface HeatMapProps {
  /** Accessible name. */
  label: string
  rows: readonly Axis[]
  columns: readonly Axis[]
  /** `text`: what a narrow cell shows; `full`: what it says. A cell that is missing is empty. */
  cells: readonly { row: string; column: string; value: number; text: string; full: string }[]
  onOpen: (row: Axis, column: Axis) => void
}

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** A table whose cells are darker where more is. The arrows go from cell to cell; each opens. */
export function HeatMap({ label, rows, columns, cells, onOpen }: HeatMapProps) {
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const most = Math.max(1, ...cells.map(({ value }) => value))
  const found = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const [atRow, atColumn] = [Math.min(at[0], rows.length - 1), Math.min(at[1], columns.length - 1)]
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = [within(atRow + step[0], rows.length), within(atColumn + step[1], columns.length)] as const
    setAt(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next.join(' ')}"]`)?.focus()
  }
  return (
    <table className={classes.map} aria-label={label} onKeyDown={move}>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column.key} scope="col">
              <abbr title={column.label}>{column.label.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            {columns.map((column, place) => {
              const cell = found.get(`${row.key} ${column.key}`)
              const share = Math.max(0, (cell?.value ?? 0) / most)
              return (
                <td key={column.key}>
                  <button
                    type="button"
                    className="officine-focus"
                    data-at={`${index} ${place}`}
                    tabIndex={index === atRow && place === atColumn ? 0 : -1}
                    aria-label={`${column.label}, ${row.label} : ${cell?.full ?? 'rien'}`}
                    title={`${column.label}, ${row.label} : ${cell?.full ?? 'rien'}`}
                    style={{ '--share': `${Math.round(share * 100)}%` } as CSSProperties}
                    onFocus={() => setAt([index, place])}
                    onClick={() => onOpen(row, column)}
                  >
                    {cell?.text}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function within(at: number, count: number): number {
  return Math.min(count - 1, Math.max(0, at))
}
