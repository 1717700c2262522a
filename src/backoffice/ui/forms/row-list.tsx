import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from '#backoffice/ui/forms/row-list.module.css'

interface RowListProps<Row extends { id: string }> {
  label: string
  /** Headings above the fields, instead of labels. */
  heads?: readonly string[]
  /** Accessible name of one row: « prestation ». */
  noun: string
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  make: () => Row
  most: number
  children: (row: Row, index: number, change: (change: Partial<Row>) => void) => ReactNode
}

/** Rows of a form that can be added, removed and reordered. */
export function RowList<Row extends { id: string }>({
  label,
  heads,
  noun,
  rows,
  onChange,
  make,
  most,
  children,
}: RowListProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const added = useRef<string | null>(null)
  // A new row gets the focus.
  useEffect(() => {
    if (added.current) list.current?.querySelector<HTMLElement>(`[data-row-id='${added.current}'] input`)?.focus()
    added.current = null
  }, [rows])
  const add = () => {
    const row = make()
    added.current = row.id
    onChange([...rows, row])
  }
  const swap = (index: number, other: number) =>
    onChange(rows.map((row, at) => (at === index ? rows[other]! : at === other ? rows[index]! : row)))
  return (
    <div className={classes.rows} role="group" aria-label={label}>
      {heads ? (
        rows.length > 0 && (
          // Hidden from screen readers, because each field has its own name.
          <div className={classes.heads} data-columns={heads.length} aria-hidden>
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
        )
      ) : (
        <span className={classes.rowsLabel}>{label}</span>
      )}
      <ul ref={list} data-columns={heads?.length}>
        {rows.map((row, index) => (
          <li key={row.id} data-row-id={row.id}>
            {children(row, index, (change) =>
              onChange(rows.map((each) => (each.id === row.id ? { ...each, ...change } : each))),
            )}
            <span className={classes.rowGestures}>
              <ActionIcon
                aria-label={`Monter la ${noun} ${index + 1}`}
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              >
                <IconArrowUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={`Descendre la ${noun} ${index + 1}`}
                disabled={index === rows.length - 1}
                onClick={() => swap(index, index + 1)}
              >
                <IconArrowDown size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={`Retirer la ${noun} ${index + 1}`}
                onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={rows.length >= most}
        onClick={add}
      >
        Ajouter une {noun}
      </Button>
    </div>
  )
}
