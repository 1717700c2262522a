import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { X509Certificate } from 'node:crypto'
import { renderSVG } from 'uqr'
import { helpStyle, picture, steps, type System } from '#server/tls/help-steps.ts'

export type TlsHelp = { url: string; port: number; close(): Promise<void> }

/** What the page shows: the address of the shop, its own address, and the certificate of its authority. */
export type TlsHelpFacts = { origin: string; helpAddress: string; authority: string; fingerprint: string }

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/**
 * The page that explains to a till how to trust the shop's server, by plain http: before it does, it cannot open another.
 * It serves the certificate of the authority, which is public, and nothing of the shop.
 */
export async function openTlsHelp(
  facts: TlsHelpFacts,
  { host, port }: { host: string; port: number },
): Promise<TlsHelp> {
  const der = new X509Certificate(facts.authority).raw
  const server = createServer((request, reply) => {
    const send = (type: string, content: string | Buffer, more: Record<string, string> = {}): void => {
      reply.writeHead(200, { ...headers, 'content-type': type, ...more })
      reply.end(request.method === 'HEAD' ? undefined : content)
    }
    // Not `new URL`: it throws at `//`, and that would end the server of the shop.
    const [pathname] = (request.url ?? '/').split('?', 1)
    if (request.method !== 'GET' && request.method !== 'HEAD') reply.writeHead(405, headers).end()
    else if (pathname === '/')
      send('text/html; charset=utf-8', page(facts, systemOf(request.headers['user-agent'] ?? '')))
    else if (pathname === '/aide.css') send('text/css; charset=utf-8', helpStyle)
    else if (pathname === '/officine.crt')
      send('application/x-x509-ca-cert', der, { 'content-disposition': 'attachment; filename="officine.crt"' })
    else reply.writeHead(404, headers).end()
  })
  server.headersTimeout = 10_000
  server.requestTimeout = 20_000
  server.maxConnections = 50
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, done)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** The system of a browser, as it says; its section of the page is open. */
function systemOf(agent: string): System {
  if (/iPad|iPhone/.test(agent)) return 'ipad'
  if (/Android/.test(agent)) return 'android'
  if (/Macintosh/.test(agent)) return 'mac'
  return /Windows/.test(agent) ? 'windows' : 'linux'
}

function page({ origin, helpAddress, fingerprint }: TlsHelpFacts, own: System): string {
  const sections = steps.map(
    ({ system, title, lines, pictures }) => `<details${system === own ? ' open' : ''}><summary>${title}</summary>
<ol>${lines.map((line) => `<li>${line}</li>`).join('')}</ol>
<div class="pictures">${pictures.map((one) => picture(one)).join('')}</div></details>`,
  )
  const groups = fingerprint.split(':')
  const rows = [groups.slice(0, 16), groups.slice(16)].map((row) => row.join(' '))
  return withSpaces(`<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Officine · ajouter un poste</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/aide.css"></head>
<body><main><h1>Ajouter ce poste à la pharmacie</h1>
<p>Ce poste ouvrira Officine par une adresse chiffrée. Il doit d’abord connaître le certificat de la pharmacie, une seule fois.</p>
<h2>1. Téléchargez le certificat</h2>
<p>Comparez d’abord cette empreinte avec celle de l’écran « Paramètres », « Pharmacie » de l’ordinateur principal. Si elle diffère, n’installez rien : cette page n’est pas celle de la pharmacie.</p>
<p class="print">${rows.join('<br>')}</p>
<p><a class="button" href="/officine.crt">Télécharger le certificat</a></p>
<h2>2. Installez-le</h2>
${sections.join('\n')}
<h2>3. Ouvrez Officine</h2>
<p><a href="${origin}/">${origin}</a></p>
<p>Si le navigateur annonce une connexion non sûre, fermez-le tout à fait et rouvrez-le.</p>
<h2>Un autre poste</h2>
<div class="code">${renderSVG(helpAddress, { border: 2 })}</div>
<p>Avec une tablette, visez ce code ; sinon tapez <strong>${helpAddress}</strong></p>
</main></body></html>`)
}

/** No line ends between a French quotation mark, or a colon, and its word. */
function withSpaces(html: string): string {
  return html.replaceAll(/« | [»:;!?]/g, (mark) => mark.replace(' ', '\u00a0'))
}
