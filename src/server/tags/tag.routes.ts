import { tags } from '#shared/contract/tags.ts'
import { serveFamily } from '#server/families/serve-family.ts'
import type { App } from '#server/http/route.ts'
import { tagFamily } from '#server/tags/tag.service.ts'

export function tagRoutes(app: App): void {
  serveFamily(app, tags, tagFamily)
}
