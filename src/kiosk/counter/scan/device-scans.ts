const scanned = 'officine:device-scan'

/** Publishes a scan from a device that does not type (WebHID, camera) to whatever hears scans. */
export function tellScan(text: string): void {
  window.dispatchEvent(new CustomEvent(scanned, { detail: text, cancelable: true }))
}

/** Subscribes to these scans. Only the first listener gets each scan, as with the keys of a scanner that types. */
export function hearDeviceScans(hear: (text: string) => void): () => void {
  const onScan = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    event.stopImmediatePropagation()
    hear(String(event.detail))
  }
  window.addEventListener(scanned, onScan)
  return () => window.removeEventListener(scanned, onScan)
}
