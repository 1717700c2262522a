/** Less than a frame, so that a key pressed meanwhile is still painted in time. */
const sliceMs = 8

/** Runs the steps to their end, a slice of milliseconds at a time. */
export async function finishInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < sliceMs) continue
    await nextTask()
    began = performance.now()
  }
}

/** Whatever waits for the main thread goes first. A timer would be held back for milliseconds at each slice; a message is not. */
function nextTask(): Promise<void> {
  return new Promise((resume) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resume()
    }
    port2.postMessage(null)
  })
}
