import { nextTask, type When } from '#shared/store/tools/next-task.ts'

/** Less than a frame, so that a key pressed meanwhile is still painted in time. */
const sliceMs = 8

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
