import { Popover } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './filter-chips.module.css'
import { plural } from './plural.ts'

export interface FilterChip {
  key: string
  /** The filter in words: « Vendus ce mois ». */
  label: string
}

interface FilterChipsProps {
  /** Active filters; a click removes one. */
  chips: readonly FilterChip[]
  onRemove: (key: string) => void
  /** Content before the chips, such as a search field. */
  start?: ReactNode
  /** The content that « Filtre » opens; receives the function that closes it. */
  addMenu?: (close: () => void) => ReactNode
  resultCount?: number
}

export function FilterChips({ chips, onRemove, start, addMenu, resultCount }: FilterChipsProps) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <div className={classes.chips} role="group" aria-label="Filtres">
      {start}
      {chips.map((chip) => (
        <button
          key={chip.key}
          type="button"
          className={`${classes.chip} ${classes.on} officine-focus`}
          aria-label={`Retirer le filtre ${chip.label}`}
          onClick={() => onRemove(chip.key)}
        >
          {chip.label}
          <IconX size={16} aria-hidden />
        </button>
      ))}
      {addMenu && (
        <Popover opened={isAdding} onChange={setIsAdding} position="bottom-start" trapFocus>
          <Popover.Target>
            <button
              type="button"
              className={`${classes.chip} ${classes.add} officine-focus`}
              onClick={() => setIsAdding(!isAdding)}
            >
              <IconPlus size={16} aria-hidden />
              Filtre
            </button>
          </Popover.Target>
          <Popover.Dropdown>{addMenu(() => setIsAdding(false))}</Popover.Dropdown>
        </Popover>
      )}
      {resultCount !== undefined && (
        <span className={classes.end} role="status">
          {plural(resultCount, 'résultat')}
        </span>
      )}
    </div>
  )
}
