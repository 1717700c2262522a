import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProductView } from '#shared/contract/product-views.ts'
import type { ListColumn } from '#backoffice/ui/lists/columns.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/lists/lists.module.css'
import { ViewMenu } from '#backoffice/ui/lists/view-menu.tsx'

interface ColumnMenuProps<Row> {
  columns: {
    all: readonly ListColumn<Row>[]
    isShown: (column: ListColumn<Row>) => boolean
    show: (column: ListColumn<Row>, isShown: boolean) => void
    move: (key: string, by: -1 | 1) => void
    isChanged: boolean
    reset: () => void
    list: string
    layout: NonNullable<ProductView['columns']>
    arrange: (layout: NonNullable<ProductView['columns']>) => void
  }
}

/**
 * « Affichage »: the columns of the list with their order, and the views (filters and columns with a name). `compact`: only
 * the icon, because an open panel takes the room.
 */
export function ColumnMenu<Row>({ columns, compact }: ColumnMenuProps<Row> & { compact: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const icon = <IconAdjustmentsHorizontal size={18} aria-hidden />
  const button = { variant: 'default', 'aria-expanded': isOpen, onClick: () => setIsOpen(!isOpen) } as const
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus>
      <Popover.Target>
        {compact ? (
          <ActionIcon {...button} size="input-sm" aria-label="Affichage">
            {icon}
          </ActionIcon>
        ) : (
          <Button {...button} leftSection={icon}>
            Affichage
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.menu}>
          <Columns columns={columns} />
          <ViewMenu
            list={columns.list}
            columns={columns.layout}
            arrange={columns.arrange}
            onClose={() => setIsOpen(false)}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Columns<Row>({ columns }: ColumnMenuProps<Row>) {
  const shownCount = columns.all.filter(columns.isShown).length
  return (
    <section aria-label="Colonnes">
      <h3>Colonnes</h3>
      <ul className={classes.choices}>
        {columns.all.map((column, index) => (
          <li key={column.key}>
            <Checkbox
              label={column.header}
              checked={columns.isShown(column)}
              // A list keeps at least one column.
              disabled={columns.isShown(column) && shownCount === 1}
              onChange={(event) => columns.show(column, event.currentTarget.checked)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Avancer la colonne ${column.header}`}
              disabled={index === 0}
              onClick={() => columns.move(column.key, -1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Reculer la colonne ${column.header}`}
              disabled={index === columns.all.length - 1}
              onClick={() => columns.move(column.key, 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <p className={text.quiet}>Sur un écran étroit, une colonne cochée peut être masquée.</p>
      {columns.isChanged && (
        <Button variant="subtle" size="xs" onClick={columns.reset}>
          Rétablir les colonnes
        </Button>
      )}
    </section>
  )
}
