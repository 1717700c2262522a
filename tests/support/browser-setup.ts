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

// The sign-in library keeps the `fetch` of its first import, and the files share the library: it asks for that of the moment.
const own = globalThis.fetch
const ofTheMoment: typeof fetch = (...asked) => (globalThis.fetch === ofTheMoment ? own : globalThis.fetch)(...asked)
globalThis.fetch = ofTheMoment
await import('firebase/auth')
globalThis.fetch = own
