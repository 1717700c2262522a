import { config } from '#shared/config.ts'
import { scrubAddress } from '#shared/domain/scrub-text.ts'
import type { Config } from '#shared/settings.ts'

const visitorKey = 'officine.visitor'
/** The router's own events, and those of the browser's back and forward. */
const moves = ['pushState', 'replaceState', 'popstate'] as const

/**
 * Tells the analytics host which screens this terminal opens: the pattern of the address, never an identifier, a search
 * or a text. Does nothing without a host and a key. A failure is ignored: nobody waits for a count. Returns the function
 * that stops it.
 */
export function countScreens({ analytics }: Pick<Config, 'analytics'> = config): () => void {
  if (!analytics) return () => {}
  let last: string | undefined
  const tell = () => {
    const screen = scrubAddress(location.pathname)
    if (screen === last) return
    last = screen
    const body = JSON.stringify({
      api_key: analytics.key,
      event: '$pageview',
      distinct_id: visitor(),
      properties: { $current_url: screen, $process_person_profile: false },
    })
    // As a plain text it needs no preliminary request; the page may be closing.
    void fetch(`${analytics.host}/i/v0/e/`, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(
      () => undefined,
    )
  }
  for (const move of moves) window.addEventListener(move, tell)
  tell()
  return () => {
    for (const move of moves) window.removeEventListener(move, tell)
  }
}

/** A number drawn by chance for this terminal: it names nobody. */
function visitor(): string {
  try {
    const kept = localStorage.getItem(visitorKey) ?? crypto.randomUUID()
    localStorage.setItem(visitorKey, kept)
    return kept
  } catch {
    return 'unknown'
  }
}
