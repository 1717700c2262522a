import { randomUUID } from 'node:crypto'
import { mostReportRows } from '#shared/contract/reports.ts'
import { AppError } from '#shared/domain/errors.ts'
import { displayName } from '#shared/domain/person.ts'
import { measures } from '#shared/domain/reports/measures.ts'
import { daysText } from '#shared/domain/reports/report-words.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { Mailer } from '#server/base/mailer.ts'
import { stableId } from '#server/base/stable-id.ts'
import type { Database } from '#server/db/database.ts'
import { insertExport } from '#server/export-traces/export-trace.repo.ts'
import type { Context } from '#server/http/context.ts'
import { permissionsOf, type Identity } from '#server/identity/identity.ts'
import { rolesOf } from '#server/identity/identity.repo.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import { queueMail } from '#server/mails/mail.service.ts'
import { queryOn } from '#server/own-reports/own-report.service.ts'
import { reportLetter } from '#server/own-reports/report-letter.ts'
import { findSending, noteProblem } from '#server/own-reports/report-sending.repo.ts'
import { reportFile } from '#server/reports/report-file.ts'

/**
 * The background job that makes the e-mails of one report, one for each address, with the rights that the member who
 * scheduled it has now. Notes why it made none. What a job makes twice has the same ids, and is there once.
 */
export function reportMailJobs({
  database,
  identity,
  mailer,
  now,
}: {
  database: Database
  identity: Identity
  mailer: Mailer | null
  now: () => Date
}): JobKind {
  return {
    resource: 'own-reports',
    alsoTells: ['mails', 'exports'],
    isWriting: true,
    async run({ pharmacyId, id }) {
      const found = await database.read(pharmacyId, async (tx) => {
        const sending = await findSending(tx, pharmacyId, id)
        return sending && { ...sending, roles: await rolesOf(tx, pharmacyId, sending.member.id) }
      })
      if (!found) return () => Promise.resolve()
      const { reportId, day, name, question, member, roles, to, format } = found
      const permissions = permissionsOf(roles)
      const query = queryOn(question, day, mostReportRows)
      const needed: Permission[] = [
        'report.see',
        'data.export',
        ...(query?.measures ?? []).flatMap((measure) => measures[measure].permission ?? []),
      ]
      const unmet = !member.active
        ? 'gone'
        : needed.some((right) => !permissions.has(right))
          ? 'rights'
          : mailer
            ? null
            : 'off'
      if (unmet || !query) return (tx) => noteProblem(tx, pharmacyId, id, unmet ?? 'words')
      const context: Context = {
        actor: {
          kind: 'member',
          userId: member.id,
          pharmacyId,
          permissions,
          roles: roles.map((role) => role.name),
          unlockId: null,
          name: displayName(member.name),
        },
        now: now(),
        database,
        identity,
        changes: { made: undefined, revised: new Set(), pharmacies: undefined },
      }
      const file = await reportFile(context, query, { title: name, format }).catch((error: unknown) => {
        if (error instanceof AppError && error.message === 'requests:invalid') return null
        throw error
      })
      if (!file) return (tx) => noteProblem(tx, pharmacyId, id, 'words')
      const letter = { subject: `${name}, ${daysText(query.period)}`, text: reportLetter(name, file) }
      const { name: fileName, mime, content } = file
      return async (tx) => {
        for (const address of to)
          await queueMail(
            tx,
            context,
            pharmacyId,
            { about: 'report', id: reportId },
            {
              id: stableId(id, address),
              to: address,
              ...letter,
              files: () => Promise.resolve([{ name: fileName, mime, content }]),
            },
          )
        const trace = { ...file.trace, id: randomUUID(), exportedAt: context.now.toISOString() }
        await insertExport(tx, pharmacyId, { ...trace, userId: member.id, terminalId: null }, context.now)
      }
    },
  }
}
