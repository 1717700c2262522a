import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconTrash, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ProductView } from '#shared/contract/product-views.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/lists/lists.module.css'
import { useListViews } from '#backoffice/ui/lists/use-list-views.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

interface ViewMenuProps {
  list: string
  /** The columns as they stand, kept with a new view. */
  columns: NonNullable<ProductView['columns']>
  /** Arranges the columns as a view says. */
  arrange: (columns: NonNullable<ProductView['columns']>) => void
  onClose: () => void
}

/** « Vues »: filters and columns under a name, of this member or shared with the pharmacy. */
export function ViewMenu({ list, columns, arrange, onClose }: ViewMenuProps) {
  const [path, go] = useLocation()
  const search = useSearch()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const { views, keep, drop } = useListViews(list)
  const mayShare = useMay({ permission: 'settings.edit' })
  const gesture = useGesture()
  const open = (view: ProductView) => {
    if (view.columns) arrange(view.columns)
    go(view.search ? `${path}?${view.search}` : path)
    onClose()
  }
  const keepTyped = () =>
    gesture.run(async () => {
      await keep({ name: name.trim(), search, columns, shared: isShared })
      setName('')
    })
  return (
    <section aria-label="Vues">
      <h3>Vues</h3>
      {views.length > 0 && (
        <ul className={classes.choices}>
          {views.map((view) => (
            <li key={view.id}>
              <Button variant="subtle" size="xs" onClick={() => open(view)}>
                {view.name}
              </Button>
              {view.shared && (
                <span className={text.quiet} title={`Partagée par ${view.ownerName}`}>
                  <IconUsers size={16} aria-label={`Partagée par ${view.ownerName}`} />
                </span>
              )}
              {(view.own || mayShare) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Retirer la vue ${view.name}`}
                  onClick={() => gesture.run(() => drop(view))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      <form
        className={classes.naming}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') keepTyped()
        }}
      >
        <TextInput
          aria-label="Nom de la vue"
          placeholder="Nom de la vue"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === ''} loading={gesture.isRunning}>
          Enregistrer la vue
        </Button>
      </form>
      {mayShare && (
        <Checkbox
          label="Pour toute la pharmacie"
          checked={isShared}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
      )}
      {gesture.modals}
    </section>
  )
}
