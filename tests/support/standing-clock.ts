import { onTestFinished, vi } from 'vitest'

/** From here on no time passes in this test, however slow the machine is: no timer of ours fires, and attempts are those that the test makes. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
