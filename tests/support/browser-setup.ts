import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { TableWorker } from '#tests/support/table-worker.ts'

// Each test mounts its own screen; nothing of it may be left for the next. A part of it that is still being fetched when its file ends fails, and
// stays failed for every file after it: they share their modules.
afterEach(async () => {
  cleanup()
  await vi.dynamicImportSettled()
})

// A screen that a busy machine draws late is not a screen that is wrong.
configure({ asyncUtilTimeout: 30_000 })

globalThis.Worker = TableWorker as unknown as typeof Worker
