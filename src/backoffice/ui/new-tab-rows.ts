import type { MouseEvent } from 'react'

/**
 * The link of a row is its first cell; here the whole row answers a middle click and Ctrl+click like that link: the
 * record opens in a new tab.
 */
export const newTabGestures = {
  onClickCapture: (event: MouseEvent<HTMLElement>) => {
    const href = event.ctrlKey || event.metaKey ? hrefUnder(event) : undefined
    if (href === undefined) return
    // The table would open the row here too.
    event.stopPropagation()
    window.open(href, '_blank', 'noopener')
  },
  onAuxClick: (event: MouseEvent<HTMLElement>) => {
    const href = event.button === 1 ? hrefUnder(event) : undefined
    if (href !== undefined) window.open(href, '_blank', 'noopener')
  },
  onMouseDown: (event: MouseEvent<HTMLElement>) => {
    // The middle button would start to scroll instead.
    if (event.button === 1 && hrefUnder(event) !== undefined) event.preventDefault()
  },
}

/** The address of the row under the pointer; undefined on what has its own action, such as the link itself. */
function hrefUnder({ target }: MouseEvent<HTMLElement>): string | undefined {
  if (!(target instanceof Element) || target.closest('button, a, input, select, [data-tick]')) return undefined
  return target.closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[data-row-link]')?.href
}
