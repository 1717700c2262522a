import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { invitations } from '#shared/contract/invitations.ts'
import { platformAccounts, platformPharmacies } from '#shared/contract/platform.ts'
import { roles, users } from '#shared/contract/users.ts'
import { noteBillMailed } from '#server/bills/bill.service.ts'
import { openMailer } from '#server/base/mailer.ts'
import { mailJobs } from '#server/mails/mail-job.ts'
import { mailJob } from '#server/mails/mail.service.ts'
import { noteOrderMailed } from '#server/orders/order.service.ts'
import { noteClaimMailed } from '#server/wholesaler-claims/wholesaler-claim.service.ts'
import { aJobLoop } from '#tests/server/support/job-loop.ts'
import { openAdmin, tokenOf } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'
import { openMailServer, readMail } from '#tests/support/mail-server.ts'

const mailServer = await openMailServer()
const mailer = openMailer({ url: mailServer.url, from: 'envois@officine.example' })
const { as, clock, database, hints, openShop } = await testApp({ mailer, publicOrigin: 'https://officine.example/' })
const mailed = { order: noteOrderMailed, claim: noteClaimMailed, bill: noteBillMailed }
const jobs = aJobLoop({ database, hints }, { [mailJob]: mailJobs(database, { mailer, now: () => clock.now, mailed }) })
const shop = await openShop('mailed invitations')
const other = await openShop('mailed elsewhere')
const titulaire = as(shop.titulaire.token)
const admin = as(await openAdmin(database))
const nobody = as(undefined)
const vendeurRole = (await titulaire.call(roles.list, {})).items.find(({ name }) => name === 'vendeur')!.id
let count = 0
afterAll(() => mailServer.close())

beforeEach(() => {
  clock.now = new Date('2026-03-02T09:30:00Z')
  mailServer.taken.length = 0
  mailServer.refuse(false)
})

async function aMember() {
  const email = `awa${++count}@example.org`
  const { id } = await titulaire.call(users.create, {
    body: { firstName: 'Awa', lastName: `Kone ${count}`, email, roleIds: [vendeurRole] },
  })
  return { id, email }
}
const invite = (id: string) => titulaire.call(invitations.invite, { params: { id } })
const mailOf = async (id: string) => (await titulaire.call(users.read, { params: { id } })).invitationMail
const look = (secret: string) => nobody.call(invitations.look, { body: { secret } })
const accept = (secret: string, uid: string, email: string, pin?: string) =>
  nobody.call(invitations.accept, {
    body: { secret, accountToken: tokenOf({ sub: uid, email }, { now: clock.now }), ...(pin && { pin }) },
  })
const sentSecret = () => /#invitation=(\S+)/.exec(readMail(mailServer.taken.at(-1)!).text)![1]!
const over = { message: 'invitations:over' }

/** The stored e-mails of invitations. */
const stored = () =>
  database.platform(async (tx) => {
    const { rows } = await sql<{ body: string }>`select * from mails where about = 'invitation'`.execute(tx)
    return rows
  })

test('a member gets the link from whoever invites him, closed by the pharmacy; it opens once', async () => {
  const { id, email } = await aMember()
  expect(await invite(id)).toMatchObject({ isMailed: true })
  expect(await mailOf(id)).toEqual({ to: email, state: 'waiting', problem: null })
  await jobs.runWaiting()
  expect(await mailOf(id)).toEqual({ to: email, state: 'sent', problem: null })
  expect(mailServer.taken.map(({ to }) => to)).toEqual([email])
  const { name } = await database.platform((tx) =>
    tx.selectFrom('pharmacies').select('name').where('id', '=', shop.id).executeTakeFirstOrThrow(),
  )
  const { subject, text } = readMail(mailServer.taken[0]!)
  const { items } = await titulaire.call(users.list, { query: { size: 100 } })
  const by = items.find((member) => member.id === shop.titulaire.id)!
  expect(subject).toBe(`Invitation à rejoindre ${name}`)
  expect(text).toContain(`Bonjour Awa,\n\n${by.lastName.toUpperCase()} ${by.firstName} vous invite à rejoindre ${name}`)
  expect(text).toContain('\nhttps://officine.example/backoffice/action#invitation=')
  // Seven days, by the clock of the pharmacy.
  expect(text).toContain('jusqu’au 9 mars 2026 à 10:30.')
  expect(text).toMatch(new RegExp(`n’ouvrez pas le lien\\.\\n\\n${name}\\n`))
  const secret = sentSecret()
  await accept(secret, `mailed-${count}`, email, '5840')
  await expect(look(secret)).rejects.toMatchObject(over)
  expect(await mailOf(id)).toBeNull()
})

test('sent again, the new link replaces the former one, also when that had not left yet', async () => {
  const { id } = await aMember()
  const first = await invite(id)
  const second = await invite(id)
  await jobs.runWaiting()
  expect(mailServer.taken).toHaveLength(1)
  expect(sentSecret()).toBe(second.secret)
  await expect(look(first.secret)).rejects.toMatchObject(over)
  await invite(id)
  await jobs.runWaiting()
  expect(mailServer.taken).toHaveLength(2)
  await expect(look(second.secret)).rejects.toMatchObject(over)
  await expect(look(sentSecret())).resolves.toMatchObject({ firstName: 'Awa' })
})

test('what the mail server refuses says why, and leaves when it is sent again', async () => {
  const { id, email } = await aMember()
  mailServer.refuse(true)
  const { secret } = await invite(id)
  await jobs.runWaiting()
  expect(await mailOf(id)).toEqual({
    to: email,
    state: 'failed',
    problem: expect.stringContaining('no such mailbox') as string,
  })
  // Whoever invites may still hand it over.
  await expect(look(secret)).resolves.toMatchObject({ email })
  mailServer.refuse(false)
  await invite(id)
  await jobs.runWaiting()
  expect(await mailOf(id)).toMatchObject({ state: 'sent', problem: null })
})

test('an invitation that ended before its e-mail left is not sent', async () => {
  const [withdrawn, accepted, late] = [await aMember(), await aMember(), await aMember()]
  await invite(withdrawn.id)
  await titulaire.call(invitations.withdraw, { params: { id: withdrawn.id } })
  await accept((await invite(accepted.id)).secret, `handed-${count}`, accepted.email, '5841')
  expect(JSON.stringify(await stored())).not.toContain('#invitation=')
  await invite(late.id)
  clock.now = new Date('2026-03-09T09:30:00Z')
  await jobs.runWaiting()
  expect(mailServer.taken).toEqual([])
})

test('the link stands in the database only as long as the e-mail waits', async () => {
  const [sent, refused] = [await aMember(), await aMember()]
  const { secret } = await invite(sent.id)
  expect(JSON.stringify(await stored())).toContain(secret)
  await jobs.runWaiting()
  mailServer.refuse(true)
  await invite(refused.id)
  await jobs.runWaiting()
  const bodies = (await stored()).map(({ body }) => body)
  expect(bodies.length).toBeGreaterThan(1)
  for (const body of bodies) expect(body).toContain('\n[lien retiré]\n')
  expect(JSON.stringify(await stored())).not.toContain('#invitation=')
})

test('the platform invites an owner and a till by the e-mail of their pharmacy', async () => {
  const pharmacy = await admin.call(platformPharmacies.create, {
    body: {
      name: 'Pharmacie du Lac',
      countryCode: 'BJ',
      city: 'Ganvié',
      address: 'Embarcadère',
      phone: '+2290197000000',
      taxId: '',
      timeZone: 'Africa/Porto-Novo',
      ownerLastName: 'Gbaguidi',
      ownerFirstName: 'Codjo',
      ownerEmail: 'codjo@example.org',
    },
  })
  const till = await admin.call(platformAccounts.create, {
    body: { pharmacyId: pharmacy.id, name: 'COMPTOIR', email: 'comptoir@example.org' },
  })
  expect(await admin.call(platformPharmacies.inviteOwner, { params: { id: pharmacy.id } })).toMatchObject({
    isMailed: true,
  })
  await admin.call(platformAccounts.invite, { params: { id: till.id } })
  expect(await admin.call(platformAccounts.read, { params: { id: till.id } })).toMatchObject({
    invitationMail: { to: 'comptoir@example.org', state: 'waiting' },
  })
  await jobs.runWaiting()
  expect(Object.fromEntries(mailServer.taken.map((mail) => [mail.to, readMail(mail).subject]))).toEqual({
    'codjo@example.org': 'Invitation à rejoindre Pharmacie du Lac',
    'comptoir@example.org': 'Connecter le poste COMPTOIR à Pharmacie du Lac',
  })
  expect(await admin.call(platformAccounts.read, { params: { id: till.id } })).toMatchObject({
    invitationMail: { state: 'sent' },
  })
  expect(await admin.call(platformPharmacies.read, { params: { id: pharmacy.id } })).toMatchObject({
    owner: { invitationMail: { to: 'codjo@example.org', state: 'sent' } },
  })
})

test('another pharmacy sees nothing of the e-mail, and cannot invite', async () => {
  const { id, email } = await aMember()
  await invite(id)
  const stranger = as(other.titulaire.token)
  const notFound = { message: 'requests:notFound' }
  await expect(stranger.call(invitations.invite, { params: { id } })).rejects.toMatchObject(notFound)
  await expect(stranger.call(users.read, { params: { id } })).rejects.toMatchObject(notFound)
  expect(JSON.stringify(await stranger.call(users.list, { query: { size: 100 } }))).not.toContain(email)
  const seen = await database.read(other.id, (tx) => sql`select id from mails where about = 'invitation'`.execute(tx))
  expect(seen.rows).toEqual([])
})
