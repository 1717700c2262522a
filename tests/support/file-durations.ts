import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { Duration } from './steps.ts'

/** A reporter of Vitest: writes the seconds of each test file, its imports and preparation included, to OFFICINE_DURATIONS. */
export default class FileDurations implements Reporter {
  private readonly files: Duration[] = []

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } = module.diagnostic()
    const ms = collectDuration + setupDuration + prepareDuration + environmentSetupDuration + duration
    this.files.push({ name: relative(process.cwd(), module.moduleId), seconds: ms / 1000 })
  }

  onTestRunEnd(): void {
    const file = process.env.OFFICINE_DURATIONS
    if (file) writeFileSync(file, JSON.stringify(this.files))
  }
}
