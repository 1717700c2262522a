import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { exports } from '#shared/contract/exports.ts'
import { ownReports, type OwnReport } from '#shared/contract/own-reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { waitingWork } from '#shared/contract/waiting-work.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import { noteBillMailed } from '#server/bills/bill.service.ts'
import { openMailer } from '#server/base/mailer.ts'
import { mailJobs } from '#server/mails/mail-job.ts'
import { mailJob } from '#server/mails/mail.service.ts'
import { noteOrderMailed } from '#server/orders/order.service.ts'
import { openReportClock } from '#server/own-reports/report-clock.ts'
import { reportMailJobs } from '#server/own-reports/report-mail-job.ts'
import { reportMailJob } from '#server/own-reports/report-sending.repo.ts'
import { noteClaimMailed } from '#server/wholesaler-claims/wholesaler-claim.service.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { attachedFile, openMailServer, type TakenMail } from '#tests/support/mail-server.ts'

const mailServer = await openMailServer()
const mailer = openMailer({ url: mailServer.url, from: 'envois@officine.example' })
const { app, as, clock, database, hints, openShop } = await testApp({ mailer })
const mailed = { order: noteOrderMailed, claim: noteClaimMailed, bill: noteBillMailed }
const now = () => clock.now
const { identity } = app.services
const aLoop = (by: typeof mailer | null = mailer) =>
  aJobLoop(
    { database, hints },
    {
      [reportMailJob]: reportMailJobs({ database, identity, mailer: by, now }),
      [mailJob]: mailJobs(database, { mailer: by, now, mailed }),
    },
  )
const aClock = () =>
  openReportClock({ database, jobs: { wake: () => {} }, now, onError: (error) => expect(error).toBeNull() })
afterAll(() => mailServer.close())

/** What a server does at this moment of its clock: looks what is due, and runs what waits. */
async function serverAt(moment: string, loop = aLoop()): Promise<TakenMail[]> {
  clock.now = new Date(moment)
  const before = mailServer.taken.length
  await aClock().look()
  await loop.runWaiting()
  return mailServer.taken.slice(before)
}

let shop: Shop
let opened = 0
beforeEach(async () => {
  // Schedules of the shops before would send too.
  await database.platform((tx) => sql`delete from report_schedules`.execute(tx))
  shop = await openShop(`report mails ${opened++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
  mailServer.taken.length = 0
  mailServer.refuse(false)
  await database.platform((tx) =>
    sql`update pharmacies set settings = settings || '{"blindCount": false}' where id = ${shop.id}`.execute(tx),
  )
})

type Schedule = CallInput<typeof ownReports.schedule>['body']
async function aScheduled({
  token = shop.titulaire.token,
  measures = ['turnover' as const, 'boxes' as const],
  ...rest
}: Partial<Schedule> & {
  token?: string
  measures?: ('turnover' | 'boxes' | 'margin')[]
} = {}): Promise<OwnReport> {
  const { id } = await as(token).call(ownReports.create, {
    body: { name: 'Ventes d’hier', shared: true, question: { measures, dimensions: ['product'], period: 'yesterday' } },
  })
  const body = { rhythm: 'daily' as const, hour: 7, to: ['titulaire@officine.example'], ...rest }
  return as(token).call(ownReports.schedule, { params: { id }, body })
}
const read = ({ id }: OwnReport) => as(shop.titulaire.token).call(ownReports.read, { params: { id } })
async function sell(moment: string, quantity: number) {
  clock.now = new Date(moment)
  const sale = aSale(shop, { soldAt: moment, lines: [lineOf(shop, 0, quantity)] })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
}
const textOf = ({ raw }: TakenMail) => {
  const part = raw.split(/\r\n--/).find((one) => /content-type: text\/plain/i.test(one))!
  const [head, ...body] = part.split('\r\n\r\n')
  const encoded = body.join('\r\n\r\n')
  return /base64/i.test(head!)
    ? Buffer.from(encoded.replaceAll(/\s/g, ''), 'base64').toString()
    : Buffer.from(
        encoded
          .replaceAll('=\r\n', '')
          .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString()
}

test('at its hour a report leaves with its first lines and its file, to each address', async () => {
  const report = await aScheduled({ to: ['a@officine.example', 'b@officine.example'], format: 'csv' })
  await sell('2026-03-02T12:00:00Z', 3)
  expect(await serverAt('2026-03-03T05:59:00Z')).toEqual([])
  const taken = await serverAt('2026-03-03T06:00:30Z')
  expect(taken.map(({ to }) => to).toSorted()).toEqual(['a@officine.example', 'b@officine.example'])
  const text = textOf(taken[0]!)
  expect(text).toMatch(/Ventes d’hier\r?\nChiffre d’affaires, Quantités · par produit · le 02\/03\/2026/)
  expect(text).toMatch(/Chiffre d’affaires\s: 3\s000\sF\sCFA\r?\nQuantités\s: 3/)
  expect(text).toMatch(/- Doliprane 1 g\s: 3\s000\sF\sCFA/)
  const file = attachedFile(taken[0]!, 'ventes-d-hier-2026-03-03.csv')!.toString()
  expect(file).toMatch(/Fait le 03\/03\/2026 à 07:00 par/)
  expect(file).toMatch(/Doliprane 1 g;3000;3/)
  expect(await read(report)).toMatchObject({ sending: { day: '2026-03-03', state: 'sent', problem: null } })
  const { items } = await as(shop.titulaire.token).call(exports.list, { query: {} })
  expect(items[0]).toMatchObject({ list: 'Rapport\u00a0: Ventes d’hier', format: 'csv', rows: 1 })
})

test('it leaves once: after a restart, beside another process, when the clock is set back, and when a job is taken again', async () => {
  await aScheduled()
  clock.now = new Date('2026-03-03T06:00:30Z')
  const queued = await Promise.all(Array.from({ length: 4 }, () => aClock().look()))
  expect(queued.reduce((sum, count) => sum + count)).toBe(1)
  await Promise.all([aLoop().runWaiting(), aLoop().runWaiting()])
  expect(mailServer.taken).toHaveLength(1)
  await database.platform((tx) =>
    sql`update jobs set status = 'queued', attempt = 1 where kind = ${reportMailJob}`.execute(tx),
  )
  for (const moment of ['2026-03-03T06:01:00Z', '2026-03-02T23:30:00Z', '2026-03-03T06:00:30Z', '2026-03-03T22:00:00Z'])
    await serverAt(moment)
  expect(mailServer.taken).toHaveLength(1)
  expect(await serverAt('2026-03-04T06:00:00Z')).toHaveLength(1)
})

test('an hour that a power cut took leaves the same day, once; that of a day that is over does not', async () => {
  await aScheduled()
  expect(await serverAt('2026-03-03T19:00:00Z')).toHaveLength(1)
  expect(await serverAt('2026-03-03T20:00:00Z')).toEqual([])
  // Off the whole fourth of March.
  expect(await serverAt('2026-03-05T05:00:00Z')).toEqual([])
  expect(await serverAt('2026-03-05T06:30:00Z')).toHaveLength(1)
})

test('sent now, it does not leave again at its hour of that day, nor twice by hand', async () => {
  const report = await aScheduled()
  clock.now = new Date('2026-03-03T05:00:00Z')
  const params = { id: report.id }
  const send = () => as(shop.titulaire.token).call(ownReports.send, { params })
  expect(await send()).toMatchObject({ sending: { day: '2026-03-03', state: 'waiting' } })
  await expect(send()).rejects.toMatchObject({ message: 'requests:conflict' })
  expect(await serverAt('2026-03-03T07:00:00Z')).toHaveLength(1)
  expect(await serverAt('2026-03-04T07:00:00Z')).toHaveLength(1)
  await as(shop.titulaire.token).call(ownReports.unschedule, { params })
  clock.now = new Date('2026-03-05T05:00:00Z')
  await expect(send()).rejects.toMatchObject({ message: 'requests:conflict' })
})

test('on Mondays, and on the first of the month', async () => {
  await aScheduled({ rhythm: 'mondays' })
  expect(await serverAt('2026-03-03T09:00:00Z')).toEqual([])
  expect(await serverAt('2026-03-09T09:00:00Z')).toHaveLength(1)
  await database.platform((tx) => sql`update report_schedules set rhythm = 'month-start'`.execute(tx))
  expect(await serverAt('2026-03-16T09:00:00Z')).toEqual([])
  expect(await serverAt('2026-04-01T09:00:00Z')).toHaveLength(1)
})

test('it is made with the rights of who scheduled it at that moment: without them nothing leaves, and it is said', async () => {
  const rights: Permission[] = ['report.see', 'data.export', 'stock.see-cost']
  const member = await aMember(database, shop, rights)
  const report = await aScheduled({ token: member.token, measures: ['turnover', 'margin'] })
  expect(await serverAt('2026-03-03T07:00:00Z')).toHaveLength(1)
  await database.platform((tx) =>
    sql`update roles set permissions = '{report.see,data.export}' where name = ${member.roles[0]}`.execute(tx),
  )
  expect(await serverAt('2026-03-04T07:00:00Z')).toEqual([])
  expect(await read(report)).toMatchObject({
    sending: { day: '2026-03-04', state: 'failed', problem: 'rights', reason: null },
  })
  expect(await as(shop.titulaire.token).call(waitingWork.read, {})).toMatchObject({ ownReports: 1 })
  await database.platform((tx) => sql`update users set active = false where id = ${member.id}`.execute(tx))
  expect(await serverAt('2026-03-05T07:00:00Z')).toEqual([])
  expect(await read(report)).toMatchObject({ sending: { state: 'failed', problem: 'gone' } })
  // Who schedules it anew lends it his rights.
  const body = { rhythm: 'daily' as const, hour: 7, to: ['titulaire@officine.example'] }
  await as(shop.titulaire.token).call(ownReports.schedule, { params: { id: report.id }, body })
  expect(await serverAt('2026-03-06T07:00:00Z')).toHaveLength(1)
  expect(await as(shop.titulaire.token).call(waitingWork.read, {})).toMatchObject({ ownReports: 0 })
})

test('who may not export schedules nothing; what a colleague makes it ask is asked with his rights', async () => {
  const reader = await aMember(database, shop, ['report.see'])
  const report = await as(reader.token).call(ownReports.create, {
    body: { name: 'Le jour', shared: true, question: { measures: ['turnover'], dimensions: ['day'], period: 'today' } },
  })
  const params = { id: report.id }
  const body = { rhythm: 'daily' as const, hour: 7, to: ['reader@officine.example'] }
  await expect(as(reader.token).call(ownReports.schedule, { params, body })).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
  await as(shop.titulaire.token).call(ownReports.schedule, { params, body })
  const question = { measures: ['boxes' as const], dimensions: ['day' as const], period: 'today' as const }
  await as(reader.token).call(ownReports.patch, { params, body: { question } })
  expect(await serverAt('2026-03-03T07:00:00Z')).toEqual([])
  expect(await read(report)).toMatchObject({ sending: { problem: 'rights' } })
})

test('a measure that no longer exists, and a server without e-mail, are said', async () => {
  const report = await aScheduled()
  await database.platform((tx) =>
    sql`update own_reports set question = jsonb_set(question, '{measures}', '["formerName"]')
      where id = ${report.id}`.execute(tx),
  )
  expect(await serverAt('2026-03-03T07:00:00Z')).toEqual([])
  expect(await read(report)).toMatchObject({ sending: { state: 'failed', problem: 'words' } })
  const other = await as(shop.titulaire.token).call(ownReports.create, {
    body: { name: 'Autre', question: { measures: ['turnover'], dimensions: ['day'], period: 'today' } },
  })
  const body = { rhythm: 'daily' as const, hour: 7, to: ['a@officine.example'] }
  await as(shop.titulaire.token).call(ownReports.schedule, { params: { id: other.id }, body })
  await serverAt('2026-03-04T07:00:00Z', aLoop(null))
  expect(await read(other)).toMatchObject({ sending: { state: 'failed', problem: 'off' } })
})

test('a report that cannot be queued keeps no other from leaving', async () => {
  const [broken, whole] = [
    await aScheduled(),
    await aScheduled({ token: (await openShop(`mails ${opened++}`)).titulaire.token }),
  ]
  await database.platform((tx) =>
    sql`create function refuse_sending() returns trigger language plpgsql as
        ${sql.lit(`begin if new.report_id = '${broken.id}' then raise 'no'; end if; return new; end`)}`.execute(tx),
  )
  await database.platform((tx) =>
    sql`create trigger refuse_sending before insert on report_sendings for each row
        execute function refuse_sending()`.execute(tx),
  )
  const errors: unknown[] = []
  clock.now = new Date('2026-03-03T07:00:00Z')
  const both = openReportClock({ database, jobs: { wake: () => {} }, now, onError: (error) => errors.push(error) })
  expect(await both.look()).toBe(1)
  expect(errors).toHaveLength(1)
  await database.platform((tx) => sql`drop function refuse_sending cascade`.execute(tx))
  expect(whole.id).not.toBe(broken.id)
  expect(await both.look()).toBe(1)
})

test('an address that the mail server refuses is said with its answer', async () => {
  const report = await aScheduled()
  mailServer.refuse(true)
  expect(await serverAt('2026-03-03T07:00:00Z')).toEqual([])
  expect(await read(report)).toMatchObject({
    sending: { state: 'failed', problem: 'refused', reason: expect.stringContaining('no such mailbox') as string },
  })
  mailServer.refuse(false)
  expect(await serverAt('2026-03-04T07:00:00Z')).toHaveLength(1)
  expect(await read(report)).toMatchObject({ sending: { day: '2026-03-04', state: 'sent' } })
})

test('of two addresses the one that bounces is named, and the other has the whole report', async () => {
  await sell('2026-03-02T10:00:00Z', 3)
  const report = await aScheduled({ to: ['a@officine.example', 'gone@officine.example'], format: 'csv' })
  mailServer.refuse('gone@officine.example')
  const [mail, ...others] = await serverAt('2026-03-03T07:00:00Z')
  expect([mail!.to, others]).toEqual(['a@officine.example', []])
  expect(attachedFile(mail!, 'ventes-d-hier-2026-03-03.csv')!.toString()).toMatch(/Total;/)
  const { sending } = await read(report)
  expect(sending).toMatchObject({ state: 'failed', problem: 'refused' })
  expect(sending!.reason).toMatch(/^gone@officine\.example\s: .*no such mailbox/)
})

test('a report that is removed or no longer scheduled is not sent, nor that of a suspended pharmacy', async () => {
  const report = await aScheduled()
  clock.now = new Date('2026-03-03T06:00:30Z')
  await aClock().look()
  await as(shop.titulaire.token).call(ownReports.unschedule, { params: { id: report.id } })
  await aLoop().runWaiting()
  expect(mailServer.taken).toEqual([])
  await as(shop.titulaire.token).call(ownReports.remove, { params: { id: report.id } })
  await aScheduled()
  await database.platform((tx) => sql`update pharmacies set suspended_at = now() where id = ${shop.id}`.execute(tx))
  expect(await serverAt('2026-03-04T07:00:00Z')).toEqual([])
})
