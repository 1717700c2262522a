/** Hands a file made here to the browser, which keeps it with its downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Not at once: Chromium reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
