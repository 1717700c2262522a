import { ActionIcon, Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ListColumn } from '#backoffice/ui/lists/columns.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/lists/lists.module.css'

interface ColumnMenuProps<Row> {
  columns: {
    all: readonly ListColumn<Row>[]
    isShown: (column: ListColumn<Row>) => boolean
    show: (column: ListColumn<Row>, isShown: boolean) => void
    move: (key: string, by: -1 | 1) => void
    isChanged: boolean
    reset: () => void
    views: readonly { name: string; search: string }[]
    keepView: (name: string, search: string) => void
    dropView: (name: string) => void
  }
}

/**
 * « Affichage »: the columns of the list with their order, and the views (saved filters with a name). `compact`: only
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
          <Views columns={columns} onClose={() => setIsOpen(false)} />
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
      <p className={text.quiet}>Faute de place, une colonne cochée peut ne pas paraître.</p>
      {columns.isChanged && (
        <Button variant="subtle" size="xs" onClick={columns.reset}>
          Remettre comme au départ
        </Button>
      )}
    </section>
  )
}

function Views<Row>({ columns, onClose }: ColumnMenuProps<Row> & { onClose: () => void }) {
  const [path, go] = useLocation()
  const search = useSearch()
  const [name, setName] = useState('')
  const keep = () => {
    columns.keepView(name.trim(), search)
    setName('')
  }
  return (
    <section aria-label="Vues">
      <h3>Vues</h3>
      {columns.views.length > 0 && (
        <ul className={classes.choices}>
          {columns.views.map((view) => (
            <li key={view.name}>
              <Button
                variant="subtle"
                size="xs"
                onClick={() => {
                  go(view.search ? `${path}?${view.search}` : path)
                  onClose()
                }}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Retirer la vue ${view.name}`}
                onClick={() => columns.dropView(view.name)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <form
        className={classes.naming}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') keep()
        }}
      >
        <TextInput
          aria-label="Nom de la vue"
          placeholder="Nommer les filtres en cours"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === ''}>
          Garder
        </Button>
      </form>
    </section>
  )
}
