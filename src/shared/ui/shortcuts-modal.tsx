import { Modal } from '@mantine/core'
import { Fragment } from 'react'
import { Kbd } from './kbd.tsx'
import type { KeyHint } from './key-bar.tsx'
import classes from './shortcuts-modal.module.css'

export interface ShortcutGroup {
  title: string
  hints: readonly KeyHint[]
}

interface ShortcutsModalProps {
  opened: boolean
  onClose: () => void
  groups: readonly ShortcutGroup[]
}

/** All shortcuts of the window, opened by « ? ». */
export function ShortcutsModal({ opened, onClose, groups }: ShortcutsModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Raccourcis du clavier" size={520}>
      {groups.map((group) => (
        <section key={group.title} className={classes.group}>
          <h3>{group.title}</h3>
          <dl className={classes.list}>
            {group.hints.map((hint) => (
              <div key={hint.label} className={classes.line}>
                <dt>
                  {hint.keys.map((key, index) => (
                    <Fragment key={index}>
                      {index > 0 && 'puis'}
                      <Kbd>{key}</Kbd>
                    </Fragment>
                  ))}
                </dt>
                <dd>{hint.label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
