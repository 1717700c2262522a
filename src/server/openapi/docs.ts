import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { OpenAPIV3 } from 'openapi-types'
import { openApiDocument } from '#server/openapi/document.ts'
import type { App } from '#server/http/route.ts'

/** Serves `/openapi.json`, and `/docs` to read and try the calls. */
export async function docsRoutes(app: App): Promise<void> {
  const document = openApiDocument()
  // the plugin's types know only OpenAPI 3.0, its page displays 3.1
  await app.register(swagger, { mode: 'static', specification: { document: document as OpenAPIV3.Document } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'none', persistAuthorization: false },
  })
  app.get('/openapi.json', () => document)
}
