/** What is used of the reporter: a module of its own, loaded late and only where reports are on. */
export { addEventProcessor, browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react'
