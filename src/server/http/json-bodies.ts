import { AppError } from '#shared/domain/errors.ts'
import type { App } from '#server/http/route.ts'

/** The deepest body of the contract, a batch of sales, has six levels. */
const deepest = 32
/** A full body of 1 MB has less: a value takes ten bytes or more. */
const mostValues = 100_000

/**
 * Reads JSON bodies, and nothing else. Depth and number of values are checked in one pass over the bytes, before
 * anything is parsed: 16 MB of `[` would otherwise occupy the process for seconds.
 */
export function readJsonBodies(api: App): void {
  // Without this line, a handler would receive a text body as a string.
  api.removeContentTypeParser('text/plain')
  const parse = api.getDefaultJsonParser('error', 'error')
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const fault = shapeFault(body, request.routeOptions.config.mostValues ?? mostValues)
    if (fault === 'too deep')
      return done(new AppError('requests:invalid', { issues: [{ path: 'body', message: `deeper than ${deepest}` }] }))
    if (fault === 'too many values') return done(new AppError('requests:tooLarge'))
    void parse(request, body.toString(), done)
  })
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, openObject, closeList, closeObject] = [0x5b, 0x7b, 0x5d, 0x7d]

/** Stops at the first byte that is too much. A body that is no JSON may pass: the parser refuses it. */
export function shapeFault(body: Uint8Array, most: number): 'too deep' | 'too many values' | undefined {
  let [depth, values, isText] = [0, 0, false]
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
      continue
    }
    if (byte === quote) isText = true
    else if (byte === comma) values++
    else if (byte === openList || byte === openObject) {
      values++
      if (++depth > deepest) return 'too deep'
    } else if (byte === closeList || byte === closeObject) depth--
    if (values > most) return 'too many values'
  }
  return undefined
}
