import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from './journey.ts'
import { BackOffice } from './pages/back-office.ts'
import { gilles } from './people.ts'
import { lettersOf } from './shop-api.ts'

/** What the house promises, from the moment it is saved. */
const promised = { timeout: 2_000 }

test('a patient made and insured in the back-office is seen with his policy at an open counter of another post, within two seconds', async ({ till, browser, watch }) => {
  const lastName = `Zan${lettersOf(randomUUID())}`
  const phone = `0196${String(randomInt(10 ** 6)).padStart(6, '0')}`
  const insurer = `Sunu ${lettersOf(randomUUID())}`
  await till.open()
  await till.clients.open()

  const context = watch(await browser.newContext())
  const backOffice = new BackOffice(await context.newPage())
  await backOffice.open(gilles)
  await backOffice.goTo('Clients')
  await backOffice.clients.create({ lastName, firstName: 'Clarisse', phone })
  await till.clients.show(lastName, new RegExp(`${lastName.toUpperCase()} `))
  await expect(till.clients.panel).not.toContainText(insurer)

  await backOffice.clients.writeInsurance({ insurer, contract: 'Salariés', percent: 85, number: 'SU-77' })
  await backOffice.clients.save()
  await expect(till.clients.panel).toContainText(new RegExp(`${insurer}.*85\\s%.*Valable`), promised)
  await expect(backOffice.clients.sheet('Polices')).toContainText(insurer)

  // And what changes there is not what it was here: taken away, it no longer covers.
  await backOffice.page.getByRole('button', { name: `Retirer ${insurer}, Salariés` }).click()
  await backOffice.clients.question.getByRole('button', { name: 'Retirer' }).click()
  await expect(till.clients.panel).not.toContainText(insurer, promised)
  await context.close()
})
