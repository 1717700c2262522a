/** `soon`: as early as the main thread allows; `idle`: only while nothing else is to be done or drawn. */
export type When = 'soon' | 'idle'

/** Whatever waits for the main thread goes first. A timer would be held back for milliseconds at each slice; a message is not. */
export function nextTask(when: When = 'soon'): Promise<void> {
  if (when === 'idle' && 'scheduler' in globalThis)
    return scheduler.postTask(() => undefined, { priority: 'background' })
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resume()
    }
    port2.postMessage(null)
  })
}
