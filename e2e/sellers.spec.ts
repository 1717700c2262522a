import { faultsOf, takePicture } from './looks.ts'
import { expect, test } from './journey.ts'
import { aurele, fifame, gilles, mireille, rachelle } from './people.ts'

test(
  'codes come back with the seller: another’s opens nothing, five wrong ones make one member wait alone, and the next seller finds the sale that was left',
  { tag: ['@kiosk/unlock', '@server/tokens', '@server/sellers'] },
  async ({ till, expectErrors }) => {
    expectErrors(/(422|423|429) .*\/api\/tokens$/)
    await till.page.goto('/kiosk/')
    await till.entry.signIn()

    await test.step('nobody opens with the code of another', async () => {
      await till.entry.unlock(aurele, rachelle.pin)
      await expect(till.entry.message).toHaveText(/^Code incorrect/)
      await till.page.keyboard.press('Escape')
      await till.unlock(rachelle)
      await expect(till.page.getByText(rachelle.shortName)).toBeVisible()
      await till.lock()
    })

    await test.step('five wrong codes make one member wait, and nobody else', async () => {
      await till.entry.member(mireille).click()
      for (const attemptsLeft of [4, 3, 2, 1]) {
        await till.entry.type('0000')
        await expect(till.entry.message).toContainText(`encore ${attemptsLeft} essai`)
      }
      await till.entry.type('0000')
      await expect(till.entry.message).toHaveText(/^Trop d’essais\s: réessayez dans \d+\ss\.$/)
      await expect(till.entry.message).toHaveText('Vous pouvez réessayer')

      await till.unlock(fifame)
      await expect(till.page.getByText(fifame.shortName)).toBeVisible()
    })

    await test.step('a wrong code is counted, and the sale that was left is there for the next one', async () => {
      await till.add('doliprane 1000')
      const left = await till.identifier()
      await till.lock()
      await expect(till.page.getByText('1 vente ouverte')).toBeVisible()

      await till.entry.unlock(rachelle, '0000')
      await expect(till.entry.message).toHaveText(/^Code incorrect, encore \d essais?$/)
      await till.entry.type(rachelle.pin)
      await till.isReady()
      await expect(till.page.getByText(rachelle.shortName)).toBeVisible()
      await expect(till.lines).toHaveCount(0)

      await till.page.getByRole('button', { name: '1 en attente' }).click()
      await till.page.getByRole('menuitem', { name: new RegExp(`Vente ${left}`) }).click()
      await expect(till.line(/Doliprane 1000/)).toBeVisible()
      await till.payExactly()
      const number = await till.finalNumber()

      // Whoever ends a sale sold it.
      await till.goTo('Ventes')
      await expect(
        till.page.getByRole('button', { name: new RegExp(`n°\\s${number}\\b.*${rachelle.lastName}`) }),
      ).toBeVisible()
    })
  },
)

test(
  'a seller asks for a discount in place: the pharmacist’s code gives it for this sale, the seller stays, and the back-office names both',
  { tag: ['@deep', '@kiosk/payment', '@backoffice/sales', '@server/tokens', '@server/grants'] },
  async ({ till, backOffice, expectErrors }) => {
    expectErrors(/(422|423|429) .*\/api\/grants$/)
    const asking = till.page.getByRole('dialog', { name: 'Demander au pharmacien' })
    const press = async (pin: string) => {
      for (const digit of pin) await asking.getByRole('button', { name: digit, exact: true }).click()
    }
    await till.open(aurele)
    await till.add('doliprane 1000')
    await till.page.getByRole('button', { name: /^Encaisser/ }).click()
    await till.page.getByRole('button', { name: /^Remise/ }).click()
    await asking.getByRole('button', { name: rachelle.name }).click()
    await press('0000')
    await expect(asking.getByText(/^Code incorrect/)).toBeVisible()
    await press(rachelle.pin)
    await expect(asking).toBeHidden()
    await till.page.getByRole('radio', { name: 'Pourcentage' }).click()
    await till.page.keyboard.type('10', { delay: 120 })
    await till.page.getByRole('button', { name: /^Espèces/ }).click()
    await till.page.getByRole('button', { name: /^Terminer la vente/ }).click()
    const number = await till.finalNumber()
    await expect(till.page.getByText(aurele.shortName).first()).toBeVisible()

    await till.lock()
    await till.unlock(gilles)
    await backOffice.openAgain('/ventes')
    await backOffice
      .rows('Ventes')
      .getByRole('gridcell', { name: String(number), exact: true })
      .click()
    await expect(backOffice.panel).toContainText(/accordé par HOUNKPATIN Rachelle/)
    await expect(backOffice.panel).toContainText(/Accorder une remise, jusqu’à 10\s%/)
    await expect(backOffice.panel).toContainText(/DOSSOU Aurèle/)
  },
)

test(
  'a seller cancels a sale and pays out with the pharmacist’s code, above the dialog that needs it; both names are kept',
  {
    tag: [
      '@axe',
      '@kiosk/sales',
      '@kiosk/register',
      '@backoffice/lent-rights',
      '@server/lent-rights',
      '@server/grants',
    ],
  },
  async ({ till, backOffice, shop }) => {
    const { page } = till
    const asking = page.getByRole('dialog', { name: 'Demander au pharmacien' })
    const lend = async (giver: typeof rachelle) => {
      await asking.getByRole('button', { name: giver.name }).click()
      for (const digit of giver.pin) await asking.getByRole('button', { name: digit, exact: true }).click()
      await expect(asking).toBeHidden()
    }
    const sellForCash = async () => {
      await till.add('doliprane 1000')
      await page.getByRole('button', { name: /^Encaisser/ }).click()
      await page.getByRole('button', { name: /^Espèces/ }).click()
      await page.getByRole('button', { name: /^Terminer la vente/ }).click()
      return till.finalNumber()
    }
    await till.open(aurele)
    // Before the pharmacy opens no register has a float: this sale leaves the cash that is paid out.
    await sellForCash()
    const number = await sellForCash()

    await test.step('the sale is canceled', async () => {
      await till.goTo('Ventes')
      await page.getByRole('button', { name: new RegExp(`n°\\s${number}\\b`) }).click()
      await page.getByRole('button', { name: 'Annuler la vente' }).click()
      await page.getByRole('radio', { name: 'Erreur de saisie' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Demander au pharmacien' }).click()
      await takePicture(page, 'droit demande pour annuler')
      await lend(rachelle)
      await expect(page.getByText(new RegExp(`Vente n°\\s${number} annulée`))).toBeVisible()
      await page.getByRole('button', { name: 'C’est fait' }).click()
    })

    await test.step('money is paid out', async () => {
      await till.goTo('Caisse')
      await page.getByRole('button', { name: 'Décaissement' }).click()
      for (const digit of '500')
        await page
          .getByRole('group', { name: 'Pavé numérique' })
          .getByRole('button', { name: digit, exact: true })
          .first()
          .click()
      await page.getByRole('radio').first().click()
      await page.getByRole('button', { name: 'Demander au pharmacien' }).click()
      await takePicture(page, 'droit demande pour decaisser')
      await lend(gilles)
      await expect(page.getByText(/décaissés/)).toBeVisible()
      await till.hasSentAll()
    })

    expect((await shop.registerOf(aurele.lastName))?.state).toBe('OPEN')
    await till.lock()
    await till.unlock(gilles)
    await backOffice.openAgain('/ventes?etat=annulees')
    await backOffice
      .rows('Ventes')
      .getByRole('gridcell', { name: String(number), exact: true })
      .click()
    await expect(backOffice.panel).toContainText(/accordé par HOUNKPATIN Rachelle/)
    await expect(backOffice.panel).toContainText(/DOSSOU Aurèle/)

    await backOffice.openAgain('/parametres/droits-accordes')
    const given = backOffice.rows('Droits accordés')
    await expect(given.filter({ hasText: `Vente n°\u00a0${number}` })).toContainText('HOUNKPATIN Rachelle')
    await expect(given.filter({ hasText: 'Faire un décaissement' }).first()).toContainText('DOSSOU Aurèle')
    await takePicture(backOffice.page, 'droits accordes')
    expect(await faultsOf(backOffice.page)).toEqual([])
  },
)
