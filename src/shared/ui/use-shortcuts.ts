import { useLayoutEffect, useRef } from 'react'

/**
 * Key → action. « mod+K » is Ctrl or ⌘; « g s » is G then S within a second; « ? », « F2 », « Escape » are values of
 * KeyboardEvent.key.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const sequenceDelayMs = 1_000

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}

/**
 * The name of a key press: « mod+k », « shift+f2 », « g ». Shift is part of it only when the character does not show
 * it.
 */
function pressName(event: KeyboardEvent): string {
  const name = event.key.toLowerCase()
  const shift = event.shiftKey && name.length > 1 ? 'shift+' : ''
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift}${name}`
}

/** Letters belong to a focused text field; function keys and Ctrl combinations always work. */
function mayFire(press: string, target: EventTarget | null): boolean {
  return press.startsWith('mod+') || /^(shift\+)?f\d+$/.test(press) || !isTyping(target)
}

/**
 * Registers the shortcuts of a screen while it is mounted. Ignores handled events, repeated keys, and letters typed in
 * fields. The map may be an inline object: the latest one is used. The keys work as soon as the screen is shown: an effect
 * after the paint would lose a digit typed at once on a slow machine.
 */
export function useShortcuts(shortcuts: Shortcuts, isEnabled = true) {
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useLayoutEffect(() => {
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
