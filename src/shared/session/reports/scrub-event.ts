import type { Breadcrumb, BrowserOptions, Event } from '@sentry/react'
import { scrubAddress, scrubText } from '#shared/domain/scrub-text.ts'

/** Facts about the device and the version; every other context could hold data of a screen. */
const keptContexts = ['browser', 'os', 'device', 'react', 'replay'] as const

/** An event as it may leave the pharmacy: where the program failed, and nothing of what stood on the screen. */
export function scrubEvent<E extends Event>(event: E): E {
  const { user: _user, extra: _extra, request, contexts, ...rest } = event
  const scrubbed: Event = {
    ...rest,
    ...(event.message === undefined ? {} : { message: scrubText(event.message) }),
    ...(event.logentry ? { logentry: { message: scrubText(event.logentry.message ?? '') } } : {}),
    ...(event.transaction === undefined ? {} : { transaction: scrubAddress(event.transaction) }),
    ...(request?.url ? { request: { url: scrubAddress(request.url) } } : {}),
    ...(contexts ? { contexts: keptOf(contexts) } : {}),
    ...(event.breadcrumbs ? { breadcrumbs: event.breadcrumbs.map(scrubBreadcrumb) } : {}),
    ...(event.exception ? { exception: { values: (event.exception.values ?? []).map(scrubException) } } : {}),
    // Those of a replay: the pages that were shown.
    ...('urls' in event && Array.isArray(event.urls)
      ? { urls: event.urls.map((url: unknown) => scrubAddress(String(url))) }
      : {}),
  }
  return scrubbed as E
}

function keptOf({ trace, ...contexts }: NonNullable<Event['contexts']>): NonNullable<Event['contexts']> {
  const kept = Object.fromEntries(keptContexts.flatMap((name) => (contexts[name] ? [[name, contexts[name]]] : [])))
  // What a trace timed is told by an address.
  return trace ? { ...kept, trace: { trace_id: trace.trace_id, span_id: trace.span_id } } : kept
}

type Exception = NonNullable<NonNullable<Event['exception']>['values']>[number]

function scrubException(exception: Exception): Exception {
  const { value, stacktrace, ...rest } = exception
  return {
    ...rest,
    ...(value === undefined ? {} : { value: scrubText(value) }),
    ...(stacktrace
      ? {
          stacktrace: {
            frames: (stacktrace.frames ?? []).map(({ filename, function: name, lineno, colno, in_app }) => ({
              ...(filename === undefined ? {} : { filename: filename.replace(/[?#].*$/su, '') }),
              ...(name === undefined ? {} : { function: name }),
              ...(lineno === undefined ? {} : { lineno }),
              ...(colno === undefined ? {} : { colno }),
              ...(in_app === undefined ? {} : { in_app }),
            })),
          },
        }
      : {}),
  }
}

/** What was clicked is told by its texts, what was called by its address: only the kind and the pattern are kept. */
export function scrubBreadcrumb({ type, category, level, timestamp, data }: Breadcrumb): Breadcrumb {
  const kept = Object.fromEntries(
    Object.entries((data ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
      if ((name === 'url' || name === 'from' || name === 'to') && typeof value === 'string')
        return [[name, scrubAddress(value)]]
      return name === 'method' || name === 'status_code' ? [[name, value]] : []
    }),
  )
  return {
    ...(type === undefined ? {} : { type }),
    ...(category === undefined ? {} : { category }),
    ...(level === undefined ? {} : { level }),
    ...(timestamp === undefined ? {} : { timestamp }),
    data: kept,
  }
}

type Span = Parameters<NonNullable<BrowserOptions['beforeSendSpan']>>[0]

/** A span says what it timed by an address; of its attributes, those of the reporter itself and of a call are kept. */
export function scrubSpan(span: Span): Span {
  const kept = Object.entries(span.attributes).flatMap(([name, value]): [string, unknown][] => {
    if (!/^(sentry\.|http\.(request\.method|response\.status_code)$)/.test(name)) return []
    return [[name, typeof value === 'string' ? scrubWords(value) : value]]
  })
  const { links: _links, ...rest } = span
  return { ...rest, name: scrubWords(span.name), attributes: Object.fromEntries(kept) }
}

/** « GET https://… »: each word as an address. */
function scrubWords(text: string): string {
  return text.split(' ').map(scrubAddress).join(' ')
}
