import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Each test mounts its own screen; nothing of it may be left for the next.
afterEach(cleanup)
