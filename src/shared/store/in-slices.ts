/** Less than a frame, so that a key pressed meanwhile is still painted in time. */
const sliceMs = 8

/** `soon`: as early as the main thread allows; `idle`: only while nothing else is to be done or drawn. */
type When = 'soon' | 'idle'

/** Runs the steps to their end, a slice of milliseconds at a time. */
export async function finishInSlices<Result>(steps: Generator<void, Result>, when: When = 'soon'): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < sliceMs) continue
    await nextTask(when)
    began = performance.now()
  }
}

/** Whatever waits for the main thread goes first. A timer would be held back for milliseconds at each slice; a message is not. */
function nextTask(when: When): Promise<void> {
  if (when === 'idle' && 'scheduler' in globalThis) return scheduler.postTask(() => undefined, { priority: 'background' })
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resume()
    }
    port2.postMessage(null)
  })
}
