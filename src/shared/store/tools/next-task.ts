/** `soon`: as early as the main thread allows. `idle`: only when no other task or painting is pending. */
export type When = 'soon' | 'idle'

/**
 * Resolves in a new task, after the tasks that already wait for the main thread. Uses a message because browsers delay
 * nested timers by several ms.
 */
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
