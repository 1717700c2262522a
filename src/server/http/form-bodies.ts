import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#shared/domain/errors.ts'

/** The largest file of a form, in bytes. */
const largestFile = 15 * 1024 * 1024

/** Lets calls that declare `multipart` take forms; `route()` reads them, after it has checked the access. */
export async function acceptForms(api: FastifyInstance): Promise<void> {
  await api.register(multipart, {
    limits: { files: 1, fileSize: largestFile, fields: 20, fieldSize: 10_000, parts: 21, headerPairs: 50 },
  })
}

export function isForm({ headers }: FastifyRequest): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '')
}

/**
 * The fields of a form as texts, and its file as a `File`. Throws `requests:tooLarge`, and `requests:invalid` for a form
 * that is cut or malformed.
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  try {
    for await (const part of request.parts())
      body[part.fieldname] =
        part.type === 'field'
          ? part.value
          : new File([new Uint8Array(await part.toBuffer())], part.filename || 'fichier', { type: part.mimetype })
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 413) throw new AppError('requests:tooLarge')
    throw new AppError('requests:invalid', { issues: [{ path: 'body', message: 'not a form' }] })
  }
  return body
}
