import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { OpenAPIV3 } from 'openapi-types'
import { openApiDocument } from '#server/openapi/document.ts'
import type { App } from '#server/http/route.ts'

/** The page runs and styles itself with its own files, and calls this server. */
const documentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves `/openapi.json`, and `/docs` to read and try the calls. */
export async function docsRoutes(app: App): Promise<void> {
  const document = openApiDocument()
  // the plugin's types know only OpenAPI 3.0, its page displays 3.1
  await app.register(swagger, { mode: 'static', specification: { document: document as OpenAPIV3.Document } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: documentPolicy,
    uiConfig: { docExpansion: 'none', persistAuthorization: false },
  })
  app.get('/openapi.json', () => document)
}
