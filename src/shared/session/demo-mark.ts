import { call } from '#shared/client/call.ts'
import { config } from '#shared/config.ts'
import { readBase } from '#shared/contract/base.ts'
import classes from '#shared/session/demo-mark.module.css'

/**
 * Says « DÉMONSTRATION » over every screen, also those of errors, of a demo that others than the person at its machine
 * can open: anyone can come in there and read what was typed. A window of a real project never asks.
 */
export async function markDemo({ emulator } = config.firebase): Promise<void> {
  if (emulator === null) return
  const isElsewhere = !['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
  const isOpen =
    isElsewhere ||
    (await call(readBase, {}).then(
      ({ isDemo }) => isDemo === true,
      () => false,
    ))
  if (!isOpen) return
  // A landmark of its own: it stands outside those of the screen.
  const mark = document.createElement('aside')
  mark.ariaLabel = 'Base de démonstration'
  mark.className = classes.mark!
  mark.textContent = 'DÉMONSTRATION'
  document.body.append(mark)
}
