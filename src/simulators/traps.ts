import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What a platform does wrongly, once: `unseen` does its work and answers nobody. */
export const trapKinds = [
  'lost',
  'unseen',
  'slow',
  'html',
  'empty',
  'error-500',
  'unavailable',
  'unauthorized',
  'processing-error',
  'check-later',
  'off-by-one',
  'without-totals',
  'year-1970',
  'other-rates',
] as const
export type Trap = (typeof trapKinds)[number]
/** The calls of a platform that a trap may be laid on. */
export type Trapped = 'status' | 'draft' | 'confirm' | 'cancel' | 'read' | 'sign' | 'refund'

export type Traps = {
  /** The next call of this name, or so many of them, falls into the trap. */
  lay: (on: Trapped, trap: Trap, times?: number) => void
  /** Every call whose content is such a one ends in an error of the platform, until the traps are cleared. */
  failFor: (isSuch: (body: unknown) => boolean) => void
  clear: () => void
  /** Every answer takes so long, in ms. */
  setDelay: (ms: number) => void
  /** The trap that a call fell into: the platform says itself what is wrong with such an answer. */
  of: (request: FastifyRequest) => Trap | undefined
}

const slowMs = 400

/**
 * Traps of a simulator, laid by a test or by `POST /traps`: `{ "on": "confirm", "trap": "lost", "times": 2 }`; `DELETE`
 * takes them away.
 */
export function openTraps(app: FastifyInstance): Traps {
  const laid: { on: Trapped; trap: Trap; left: number }[] = []
  const sprung = new WeakMap<object, Trap>()
  let delayMs = 0
  let fails: (body: unknown) => boolean = () => false
  const traps: Traps = {
    lay: (on, trap, times = 1) => void laid.push({ on, trap, left: times }),
    failFor: (isSuch) => {
      fails = isSuch
    },
    clear: () => {
      laid.splice(0)
      fails = () => false
    },
    setDelay: (ms) => {
      delayMs = ms
    },
    of: ({ raw }) => sprung.get(raw),
  }

  app.post<{ Body: { on: Trapped; trap: Trap; times?: number } }>('/traps', ({ body }) => {
    traps.lay(body.on, body.trap, body.times)
    return { laid: true }
  })
  app.delete('/traps', () => {
    traps.clear()
    return { laid: false }
  })
  app.addHook('preHandler', async (request, reply) => {
    if (fails(request.body)) return reply.code(500).send({ error: 'Internal Server Error' })
    const on = nameOf(request.method, request.url)
    const next = laid.find((each) => each.on === on && each.left > 0)
    if (!next) return
    next.left -= 1
    sprung.set(request.raw, next.trap)
    switch (next.trap) {
      case 'lost':
        request.raw.socket.destroy()
        return reply.hijack()
      case 'html':
        return reply.code(200).type('text/html').send('<html><body>Maintenance en cours</body></html>')
      case 'empty':
        return reply.code(200).type('application/json').send('')
      case 'error-500':
        if (on !== 'sign' && on !== 'refund') return reply.code(500).send({ error: 'Internal Server Error' })
        return
      case 'unavailable':
        return reply.code(503).send('Service Unavailable')
      case 'unauthorized':
        return reply.code(401).send({ message: 'Accès refusé, contactez votre centre des impôts.' })
      case 'processing-error':
        return reply.send({ uid: null, errorCode: '99', errorDesc: 'Erreur de traitement' })
      case 'check-later':
        return reply.send({ uid: null, errorCode: '10', errorDesc: 'La facture originale ne peut pas être vérifiée' })
      case 'slow':
      case 'unseen':
      case 'off-by-one':
      case 'without-totals':
      case 'year-1970':
      case 'other-rates':
        return
    }
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    const trap = sprung.get(request.raw)
    if (delayMs > 0 && request.url !== '/traps') await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (trap === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
    if (trap === 'unseen') request.raw.socket.destroy()
    return payload
  })
  return traps
}

function nameOf(method: string, url: string): Trapped | null {
  const path = url.split('?')[0]!
  if (path.endsWith('/sign')) return 'sign'
  if (path.endsWith('/refund')) return 'refund'
  if (method === 'PUT') return path.toLowerCase().endsWith('/cancel') ? 'cancel' : 'confirm'
  if (method === 'POST') return path === '/traps' || path === '/tokens' ? null : 'draft'
  return path.endsWith('/invoice/') || path.endsWith('/status') ? 'status' : 'read'
}
