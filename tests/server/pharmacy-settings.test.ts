import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { pharmacies } from '#shared/contract/users.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, hints, openShop, rowCounts } = await testApp()
let shop: Shop
let count = 0

beforeEach(async () => {
  shop = await openShop(`settings ${count++}`, { blindCount: true })
})

const read = async (of = shop) =>
  (await as(of.terminal.token).call(pharmacies.read, { params: { id: of.id } })).settings
// loosely typed, so that a wrong body can be sent
const change = (
  body: {
    printers?: object[]
    services?: object[]
    openingHours?: string
    centralCashier?: boolean
    autoLockMinutes?: number
    officeLockMinutes?: number
  },
  token = shop.titulaire.token,
) => as(token).call(pharmacies.changeSettings, { body: body as never })
const aPrinter = (of: object = {}) => ({ id: randomUUID(), name: 'Caisse 1', host: '192.168.1.50', port: 9100, ...of })
const aService = (of: object = {}) => ({ id: randomUUID(), label: 'Prise de tension', price: 500, ...of })
const wrong = (...paths: string[]) => ({
  message: 'requests:invalid',
  status: 400,
  details: { issues: paths.map((path) => ({ path, message: 'twice' })) },
})

test('a pharmacy that set nothing yet has empty settings', async () => {
  expect(await read()).toEqual({
    printers: [],
    services: [],
    openingHours: '',
    centralCashier: false,
    blindCount: true,
    listOneNeedsPrescription: true,
    autoLockMinutes: 2,
    officeLockMinutes: 15,
    taxRegime: null,
    voucherTaxGroup: null,
    fiscalOutage: 'defer',
    fiscalInvoices: 'all',
    fiscalCodes: {},
    stampDuty: false,
    fiscalAccount: null,
    accounts: {},
    comparesWithPeers: false,
  })
})

test('what a change names is set for every terminal, and the rest stays', async () => {
  const heard: string[] = []
  const stop = hints.subscribe(shop.id, (list) => heard.push(list))
  const [printer, service] = [aPrinter(), aService()]
  await change({ services: [service] })
  await change({ openingHours: '  Lun.–sam. 8 h–20 h ' })
  await change({ centralCashier: true })
  const answer = await as(shop.titulaire.token).call(pharmacies.changePrinters, { body: { printers: [printer] } })
  stop()
  expect(answer.settings).toEqual({
    printers: [printer],
    services: [service],
    openingHours: 'Lun.–sam. 8 h–20 h',
    centralCashier: true,
    blindCount: true,
    listOneNeedsPrescription: true,
    autoLockMinutes: 2,
    officeLockMinutes: 15,
    taxRegime: null,
    voucherTaxGroup: null,
    fiscalOutage: 'defer',
    fiscalInvoices: 'all',
    fiscalCodes: {},
    stampDuty: false,
    fiscalAccount: null,
    accounts: {},
    comparesWithPeers: false,
  })
  expect(await read()).toEqual(answer.settings)
  expect(heard).toEqual(['pharmacies', 'pharmacies', 'pharmacies', 'pharmacies'])
  await change({ services: [] })
  expect(await read()).toEqual({ ...answer.settings, services: [] })
})

test('a terminal may wait for one of five times before it locks; there is no never', async () => {
  expect((await change({ autoLockMinutes: 15 })).settings.autoLockMinutes).toBe(15)
  for (const minutes of [0, 3, 60, null])
    await expect(change({ autoLockMinutes: minutes as never })).rejects.toMatchObject({ message: 'requests:invalid' })
  expect((await change({ autoLockMinutes: 2 })).settings.autoLockMinutes).toBe(2)
})

test('the back-office has its own time, up to an hour', async () => {
  expect((await change({ officeLockMinutes: 60 })).settings).toMatchObject({
    autoLockMinutes: 2,
    officeLockMinutes: 60,
  })
  for (const minutes of [0, 3, 61, null])
    await expect(change({ officeLockMinutes: minutes as never })).rejects.toMatchObject({ message: 'requests:invalid' })
})

test('a printer without a port has the usual one', async () => {
  const { port: _, ...printer } = aPrinter()
  expect((await change({ printers: [printer] })).settings.printers).toEqual([{ ...printer, port: 9100 }])
})

test('two of one name or id are refused at the second, however it is written', async () => {
  const [printer, service] = [aPrinter(), aService()]
  const before = await rowCounts()
  await expect(
    change({ printers: [printer, aPrinter({ name: 'Labo' }), aPrinter({ name: ' CAISSE 1' })] }),
  ).rejects.toMatchObject(wrong('body.printers.2.name'))
  await expect(
    as(shop.titulaire.token).call(pharmacies.changePrinters, {
      body: { printers: [printer, { ...printer, name: 'Labo' }] },
    }),
  ).rejects.toMatchObject(wrong('body.printers.1.id'))
  await expect(change({ services: [service, service] })).rejects.toMatchObject(
    wrong('body.services.1.id', 'body.services.1.label'),
  )
  await expect(change({ services: [service, aService({ label: 'prise de Tension' })] })).rejects.toMatchObject(
    wrong('body.services.1.label'),
  )
  expect(await rowCounts()).toEqual(before)
  expect(await read()).toEqual({
    printers: [],
    services: [],
    openingHours: '',
    centralCashier: false,
    blindCount: true,
    listOneNeedsPrescription: true,
    autoLockMinutes: 2,
    officeLockMinutes: 15,
    taxRegime: null,
    voucherTaxGroup: null,
    fiscalOutage: 'defer',
    fiscalInvoices: 'all',
    fiscalCodes: {},
    stampDuty: false,
    fiscalAccount: null,
    accounts: {},
    comparesWithPeers: false,
  })
  await change({ printers: [printer], services: [aService({ label: 'Caisse 1' })] })
})

test('an address is a name or a number of the network, nothing else', async () => {
  for (const host of ['', 'http://192.168.1.50', '192.168.1.50/admin', 'imprimante caisse', '$(reboot)']) {
    await expect(change({ printers: [aPrinter({ host })] })).rejects.toMatchObject({ message: 'requests:invalid' })
  }
  await expect(change({ printers: [aPrinter({ port: 70_000 })] })).rejects.toMatchObject({
    message: 'requests:invalid',
  })
})

test('two who change different things at once both find theirs', async () => {
  const service = aService()
  await Promise.all([
    change({ services: [service] }),
    change({ openingHours: '24 h/24' }),
    change({ printers: [aPrinter()] }),
  ])
  expect(await read()).toMatchObject({ printers: [{ name: 'Caisse 1' }], services: [service], openingHours: '24 h/24' })
})

test('only who may edit settings changes them, and only those of his pharmacy', async () => {
  await expect(change({ openingHours: 'x' }, shop.pharmacien.token)).rejects.toMatchObject({
    message: 'auth:forbidden',
    status: 403,
  })
  await expect(change({ openingHours: 'x' }, await openAdmin(database))).rejects.toMatchObject({
    message: 'auth:forbidden',
  })
  const other = await openShop(`settings elsewhere ${count}`)
  await change({ openingHours: 'x' }, other.titulaire.token)
  expect([(await read()).openingHours, (await read(other)).openingHours]).toEqual(['', 'x'])
})

test('the trade register and the accounts are told to every terminal; a wrong IBAN and a number twice are refused', async () => {
  const write = (body: object) => as(shop.titulaire.token).call(pharmacies.changeIdentity, { body: body as never })
  const account = (of: object = {}) => ({
    id: randomUUID(),
    kind: 'bank',
    name: 'BOA',
    number: 'RIB 1',
    iban: '',
    ...of,
  })
  const [bank, mobile] = [
    account({ iban: 'FR76 3000 6000 0112 3456 7890 189' }),
    account({ kind: 'mobile-money', name: 'MTN MoMo', number: '01 97 00 00 00' }),
  ]
  await write({ tradeRegister: ' RB/COT/19 A 48213 ', bankAccounts: [bank, mobile] })
  await write({ city: 'Porto-Novo' })
  expect(await as(shop.terminal.token).call(pharmacies.read, { params: { id: shop.id } })).toMatchObject({
    city: 'Porto-Novo',
    tradeRegister: 'RB/COT/19 A 48213',
    bankAccounts: [bank, { ...mobile, iban: null }],
  })
  await expect(write({ bankAccounts: [account({ iban: 'FR76 3000 6000 0112 3456 7890 188' })] })).rejects.toMatchObject(
    { message: 'requests:invalid' },
  )
  await expect(write({ bankAccounts: [account(), account()] })).rejects.toMatchObject(
    wrong('body.bankAccounts.1.number'),
  )
})
