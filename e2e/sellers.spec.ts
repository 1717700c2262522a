import { expect, test } from './journey.ts'
import { aurele, fifame, mireille, rachelle } from './people.ts'

test('codes come back with the seller: another’s opens nothing, five wrong ones make one member wait alone, and the next seller finds the sale that was left', async ({
  till,
  expectErrors,
}) => {
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
})
