import { openApiDocument } from '#server/openapi/document.ts'

console.log(JSON.stringify(openApiDocument(), null, 2))
