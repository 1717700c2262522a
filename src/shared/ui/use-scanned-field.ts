import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from './use-latest.ts'

/** Longer than most scanners leave between two keys. */
const scannerGapMs = 40

/** Tells a field that the keys it was typed last were those of a scan. */
export const keysTaken = 'officine:keys-taken'

/**
 * A text field that scanners may type into. Where they do it writes by itself and tells what it holds: letters at once; what begins with a figure, as codes
 * do, when the keys leave time. Until then it keeps them to itself: those of a scan are never searched for, nor written, and each of them would hold up its
 * Entrée. `onChange` must make its text the `value`.
 */
export function useScannedField(value: string, onChange: (text: string) => void, isScanned: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Characters that came as quickly as a scanner's, not written yet. */
  const held = useRef('')
  const keyAt = useRef(-Infinity)
  useLayoutEffect(() => {
    if (isScanned && input.current && input.current.value !== value) input.current.value = value
  }, [isScanned, value])
  useEffect(() => {
    const field = input.current
    const forget = () => void (held.current = '')
    field?.addEventListener(keysTaken, forget)
    return () => {
      clearTimeout(waiting.current)
      field?.removeEventListener(keysTaken, forget)
    }
  }, [])

  const textIn = () => input.current?.value ?? value
  const write = () => {
    const { selectionStart, selectionEnd } = input.current ?? {}
    if (held.current !== '')
      input.current?.setRangeText(
        held.current,
        selectionStart ?? textIn().length,
        selectionEnd ?? textIn().length,
        'end',
      )
    held.current = ''
  }
  /** What waits is written and told now. */
  const tell = useLatest(() => {
    clearTimeout(waiting.current)
    write()
    const text = textIn()
    // Drawn before the next key: what it writes would be overwritten.
    if (text !== value) flushSync(() => onChange(text))
  })
  const wait = () => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(tell, scannerGapMs)
  }
  const hear = () => {
    if (/^(\p{L}|$)/u.test(textIn())) tell()
    else wait()
  }
  /** Takes a key that may be of a scan; false: it is the field's. */
  const hold = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const isQuick = event.timeStamp - keyAt.current <= scannerGapMs
    keyAt.current = event.timeStamp
    const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    const text = textIn() + held.current
    const mayBeScan = isCharacter && (text === '' ? /\d/.test(event.key) : isQuick && !/^\p{L}/u.test(text))
    if (!isScanned || !mayBeScan) {
      write()
      return false
    }
    event.preventDefault()
    held.current += event.key
    wait()
    return true
  }
  return { input, tell, hold, props: isScanned ? { onChange: hear } : { value, onChange: () => onChange(textIn()) } }
}
