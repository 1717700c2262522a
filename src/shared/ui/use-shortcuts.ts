import { useEffect, useRef } from 'react'

/** Key → gesture. « mod+K » is Ctrl or ⌘; « g s » is G then S within a second; « ? », « F2 », « Escape » are names of KeyboardEvent.key. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const sequenceDelayMs = 1_000

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}

/** The press as shortcuts write it: « mod+k », « shift+f2 », « g ». Shift is told only where the sign does not already show it. */
function pressName(event: KeyboardEvent): string {
  const name = event.key.toLowerCase()
  const shift = event.shiftKey && name.length > 1 ? 'shift+' : ''
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift}${name}`
}

/** Letters belong to the field that is being typed in; function keys and Ctrl combinations never write and always work. */
function mayFire(press: string, target: EventTarget | null): boolean {
  return press.startsWith('mod+') || /^(shift\+)?f\d+$/.test(press) || !isTyping(target)
}

/**
 * Keyboard of a screen, for as long as it is on. Ignores what a closer element already took, keys held down, and letters typed in fields.
 * The map may be written inline: it is read at the moment of the press.
 */
export function useShortcuts(shortcuts: Shortcuts, isEnabled = true) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (!isEnabled) return
    let previous: { press: string; at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.repeat ||
        event.isComposing ||
        ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)
      )
        return
      const press = pressName(event)
      if (!mayFire(press, event.target)) return
      const gestures = new Map(Object.entries(latest.current).map(([keys, gesture]) => [keys.toLowerCase(), gesture]))
      const isSequence = previous !== undefined && event.timeStamp - previous.at < sequenceDelayMs
      const gesture = (isSequence ? gestures.get(`${previous?.press} ${press}`) : undefined) ?? gestures.get(press)
      previous = { press, at: event.timeStamp }
      if (!gesture) return
      previous = undefined
      event.preventDefault()
      gesture(event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isEnabled])
}
