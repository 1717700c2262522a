import * as z from 'zod'
import { Id, pictureFields } from '#shared/contract/values.ts'

/** A JPEG or WebP, shrunk by the window, in base64. */
export const picture = {
  id: Id,
  mime: z.enum(['image/jpeg', 'image/webp']),
  data: z.base64().max(900_000).register(pictureFields),
}
const Photo = z.object(picture)
export type Photo = z.infer<typeof Photo>
