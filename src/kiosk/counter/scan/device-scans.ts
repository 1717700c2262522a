const scanned = 'officine:device-scan'

/** A scanner that does not type (WebHID, the camera) has read something: it is heard wherever a scan is. */
export function tellScan(text: string): void {
  window.dispatchEvent(new CustomEvent(scanned, { detail: text, cancelable: true }))
}

/** Hears them, alone: who hears first takes it, as with the keys of a scanner that types. */
export function hearDeviceScans(hear: (text: string) => void): () => void {
  const onScan = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    event.stopImmediatePropagation()
    hear(String(event.detail))
  }
  window.addEventListener(scanned, onScan)
  return () => window.removeEventListener(scanned, onScan)
}
