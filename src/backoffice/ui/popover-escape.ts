import { useLayoutEffect } from 'react'

const popovers = '.mantine-Popover-dropdown, .mantine-Menu-dropdown'
/** A field that keeps the focus while its choices are shown. */
const openField = '[aria-haspopup][aria-expanded="true"]'
const openCalendar = '[aria-haspopup="dialog"][aria-expanded="true"]'

/**
 * Échap in an open popover (calendar, menu, filters) closes only the popover, never the panel behind it. The popover
 * itself does not look whether the key is handled.
 */
export function usePopoverEscape(): void {
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !(event.target instanceof Element)) return
      if (event.target.closest(popovers) || event.target.matches(openField)) return event.preventDefault()
      // A calendar that is still loading when it opens leaves the focus in the field, and does not hear the key there.
      if (!event.target.parentElement?.querySelector(openCalendar)) return
      event.preventDefault()
      const calendar = document.querySelector('.mantine-Popover-dropdown[role="dialog"]')
      calendar?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [])
}
