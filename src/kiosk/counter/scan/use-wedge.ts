import { useEffect } from 'react'
import { noKeys, wedgeKey, type WedgeState } from '#shared/domain/wedge.ts'
import { useLatest } from '#shared/ui/use-latest.ts'
import { typedByScanner } from '#kiosk/ui/use-typed-keys.ts'
import { keysTaken } from '#shared/ui/use-scanned-field.ts'
import { hearDeviceScans, tellScan } from './device-scans.ts'

type FieldBefore = { field: HTMLInputElement | HTMLTextAreaElement; value: string }

/** Longer than the pause of any scanner between two keys. */
const burstMs = 150

/**
 * Detects the keys of a scanner that types (keyboard wedge), wherever the focus is. The focused field gets its former
 * value back, a focused button is not pressed by the scanner's Entrée, and no shortcut fires. Also hears scanners that
 * do not type. `isCode`: whether digits typed as slowly as a person types them are a scan all the same.
 */
export function useWedge(
  onScan: (text: string) => void,
  isEnabled = true,
  isCode: (text: string) => boolean = () => false,
) {
  const latest = useLatest(onScan)
  const latestIsCode = useLatest(isCode)
  useEffect(() => {
    if (!isEnabled) return
    let state: WedgeState = noKeys
    let before: FieldBefore | undefined
    let beforeRun: FieldBefore | undefined
    let typedAtMs = -Infinity
    let isGone = false
    const onKeyDown = (event: KeyboardEvent) => {
      const { run } = state
      const step = wedgeKey(state, { key: event.key, atMs: event.timeStamp, ctrl: event.ctrlKey }, latestIsCode)
      const isFirst = step.state.text.length === 1 && step.state !== state
      if (step.state.run.length === 1 && step.state !== state) beforeRun = fieldBefore()
      state = step.state
      typedAtMs = performance.now()
      if (isFirst) before = fieldBefore()
      if (!step.isBurst) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (step.isSlow) {
        before = beforeRun
        window.dispatchEvent(new CustomEvent(typedByScanner, { detail: run.length }))
      }
      if (before) giveBack(before)
      before = undefined
      if (step.scan !== null) latest(step.scan)
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

/** React notices only values that are set through the prototype's setter. */
function giveBack({ field, value }: FieldBefore): void {
  field.dispatchEvent(new Event(keysTaken))
  if (field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
