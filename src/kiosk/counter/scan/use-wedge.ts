import { useLayoutEffect } from 'react'
import { noKeys, wedgeKey, type WedgeState } from '#shared/domain/wedge.ts'
import { useLatest } from '#shared/ui/use-latest.ts'
import { typedByHand, typedByScanner } from '#kiosk/ui/use-typed-keys.ts'
import { keysTaken } from '#shared/ui/use-scanned-field.ts'
import { hearDeviceScans, tellScan } from './device-scans.ts'

type FieldBefore = { field: HTMLInputElement | HTMLTextAreaElement; value: string }

/** Longer than the pause of any scanner between two keys. */
const burstMs = 150

/**
 * Detects the keys of a scanner that types (keyboard wedge), wherever the focus is. The focused field gets its former
 * value back, a focused button is not pressed by the scanner's Entrée, and no shortcut fires. Also hears scanners that
 * do not type. A burst that no Entrée ends was typed: it goes where it was typed. `isCode`: whether digits typed as
 * slowly as a person types them are a scan all the same.
 */
export function useWedge(
  onScan: (text: string) => void,
  isEnabled = true,
  isCode: (text: string) => boolean = () => false,
) {
  const latest = useLatest(onScan)
  const latestIsCode = useLatest(isCode)
  useLayoutEffect(() => {
    if (!isEnabled) return
    let state: WedgeState = noKeys
    let before: FieldBefore | undefined
    let beforeRun: FieldBefore | undefined
    let typedAtMs = -Infinity
    let isGone = false
    // `given`: how many of its characters were given on as typed. A busy page may still hear of its Entrée.
    let burst: { before: FieldBefore | undefined; text: string; given: number } | undefined
    let unended: ReturnType<typeof setTimeout> | undefined
    const giveAsTyped = () => {
      clearTimeout(unended)
      if (!burst || burst.given === burst.text.length) return
      if (burst.before) write(burst.before.field, burst.before.value + burst.text)
      else window.dispatchEvent(new CustomEvent(typedByHand, { detail: burst.text.slice(burst.given) }))
      burst.given = burst.text.length
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // A key that is held down is no scanner's.
      if (event.repeat) {
        if (event.key.length === 1) state = noKeys
        return
      }
      // Keys in another field are another text.
      if (before && fieldBefore()?.field !== before.field) {
        giveAsTyped()
        burst = undefined
        before = undefined
        state = noKeys
      }
      const { run, text } = state
      const step = wedgeKey(state, { key: event.key, atMs: event.timeStamp, ctrl: event.ctrlKey }, latestIsCode)
      const isFirst = step.state.text.length === 1 && step.state !== state
      if (step.state.run.length === 1 && step.state !== state) beforeRun = fieldBefore()
      state = step.state
      typedAtMs = performance.now()
      if (!step.isBurst) {
        giveAsTyped()
        burst = undefined
      }
      if (isFirst) before = fieldBefore()
      if (!step.isBurst) return
      event.preventDefault()
      event.stopImmediatePropagation()
      clearTimeout(unended)
      if (!burst) {
        burst = { before: step.isSlow ? beforeRun : before, text: '', given: 0 }
        takeBack(burst.before, step.isSlow ? run.length : text.length)
      }
      if (step.scan === null) {
        burst.text = state.text
        unended = setTimeout(giveAsTyped, burstMs)
        return
      }
      if (burst.given > 0) takeBack(burst.before, burst.given)
      burst = undefined
      latest(step.scan)
    }
    // Capture phase: a scan must reach no field and no shortcut.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    // A device scan waits until a typed scan is over, as the field is about to get its former value back.
    const hearDevice = (text: string) => {
      const waitMs = state.text === '' ? 0 : typedAtMs + burstMs - performance.now()
      if (waitMs > 0) setTimeout(() => (isGone ? tellScan(text) : hearDevice(text)), waitMs)
      else latest(text)
    }
    const stopHearing = hearDeviceScans(hearDevice)
    return () => {
      isGone = true
      clearTimeout(unended)
      stopHearing()
      window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [isEnabled, latest, latestIsCode])
}

/**
 * The field that will receive the keys: the focused one, otherwise the search field, which takes keys without a target.
 */
function fieldBefore(): FieldBefore | undefined {
  const focused = document.activeElement
  const field = isField(focused) ? focused : document.querySelector<HTMLInputElement>('[role=search] input')
  return field ? { field, value: field.value } : undefined
}

function isField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** The last keys, so many, were those of a scanner. */
function takeBack(before: FieldBefore | undefined, count: number): void {
  window.dispatchEvent(new CustomEvent(typedByScanner, { detail: count }))
  if (!before) return
  before.field.dispatchEvent(new Event(keysTaken))
  write(before.field, before.value)
}

/** React notices only values that are set through the prototype's setter. */
function write(field: FieldBefore['field'], value: string): void {
  if (field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
