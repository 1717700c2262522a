import { nextTask, type When } from '#shared/store/tools/next-task.ts'

/** Less than one frame, so that a key press is painted in time. */
const sliceMs = 8

/** Runs a generator to its end in slices of `sliceMs` and yields to the main thread between slices. */
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
