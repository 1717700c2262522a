import type { BrowserOptions } from '@sentry/react'
import { buildVersion } from '#shared/build.ts'
import { config } from '#shared/config.ts'
import { scrubAddress } from '#shared/domain/scrub-text.ts'
import { scrubBreadcrumb, scrubEvent, scrubSpan } from '#shared/session/reports/scrub-event.ts'
import type { Config } from '#shared/settings.ts'

export type Environment = 'local' | 'dev' | 'preprod' | 'prod'

/** Errors of the time before the reporter was loaded. */
const early: unknown[] = []
const mostEarly = 20
let report: (error: unknown) => void = (error) => {
  if (early.length < mostEarly) early.push(error)
}

/** Reports an error that a window caught. It may be called before reports are open, and where they are off. */
export function reportError(error: unknown): void {
  report(error)
}

/**
 * Opens the error reports of this window, if the build has an address for them; loaded after the window, so that no
 * sale waits for them. All traces are kept, and a replay of one session in ten and of each with an error; texts, inputs
 * and pictures of a replay are masked. Returns whether they are open.
 */
export async function openReports(
  { sentryDsn, apiBase }: Pick<Config, 'sentryDsn' | 'apiBase'> = config,
  options: Pick<BrowserOptions, 'transport'> = {},
): Promise<boolean> {
  if (!sentryDsn) return false
  const onError = ({ error }: ErrorEvent) => reportError(error)
  window.addEventListener('error', onError)
  const sentry = await import('#shared/session/reports/reporter.ts')
  // From here on it listens itself.
  window.removeEventListener('error', onError)
  sentry.init({
    dsn: sentryDsn,
    environment: environmentOf(apiBase, location.hostname),
    release: buildVersion,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    // Other origins must not learn the names of our traces.
    tracePropagationTargets: [],
    initialScope: { tags: { window: document.documentElement.dataset.window ?? 'unknown' } },
    integrations: (usual) => [
      // It would count who uses the windows, and when.
      ...usual.filter(({ name }) => name !== 'BrowserSession'),
      sentry.browserTracingIntegration(),
      sentry.replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        maskAttributes: ['title', 'placeholder', 'aria-label', 'aria-description', 'alt', 'value', 'href', 'data-row'],
        // Its compression is a worker made from a text, which the Content-Security-Policy forbids.
        useCompression: false,
        beforeAddRecordingEvent: (event) => ('payload' in event.data ? scrubRecorded(event) : event),
      }),
    ],
    beforeSend: scrubEvent,
    beforeSendSpan: scrubSpan,
    beforeBreadcrumb: scrubBreadcrumb,
    ...options,
  })
  sentry.addEventProcessor(scrubEvent)
  report = (error) => void sentry.captureException(error)
  for (const error of early.splice(0)) report(error)
  return true
}

/** A replay notes calls and pages by their whole addresses. */
function scrubRecorded<E extends object>(event: E): E {
  return JSON.parse(JSON.stringify(event), (key, value: unknown) =>
    typeof value === 'string' && /^(description|href|url|to|from|message)$/.test(key) ? scrubAddress(value) : value,
  ) as E
}

/** Which installation this is, by the address of its API; `/api` is on the host that serves the window. */
export function environmentOf(apiBase: string, host: string): Environment {
  const name = /^https?:/.test(apiBase) ? new URL(apiBase).hostname : host
  if (/^(localhost|127\.|\[::1\]|192\.168\.|10\.)|\.(local|lan)$/.test(name)) return 'local'
  if (/(^|[.-])preprod([.-]|$)/.test(name)) return 'preprod'
  return /(^|[.-])dev([.-]|$)/.test(name) ? 'dev' : 'prod'
}
