/** Downloads a file made in the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Delayed, because Chromium reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
