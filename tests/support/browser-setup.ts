import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Each test mounts its own screen; nothing of it may be left for the next.
afterEach(cleanup)

// A screen that a busy machine draws late is not a screen that is wrong.
configure({ asyncUtilTimeout: 30_000 })
