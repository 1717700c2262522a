import { tags } from '#shared/contract/tags.ts'
import { route, type App } from '#server/http/route.ts'
import { changeTag, createTag, listTags, readTag, removeTag } from '#server/tags/tag.service.ts'

export function tagRoutes(app: App): void {
  route(app, tags.list, ({ query }, context) => listTags(context, query))
  route(app, tags.read, ({ params }, context) => readTag(context, params.id))
  route(app, tags.create, ({ body }, context) => createTag(context, body))
  route(app, tags.patch, ({ params, body }, context) => changeTag(context, params.id, body))
  route(app, tags.remove, ({ params }, context) => removeTag(context, params.id))
}
