import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { openWindow } from './open-window.ts'
import { faultsOf } from './looks.ts'
import { Entry } from './pages/entry.ts'
import { Till } from './pages/till.ts'
import { gilles, rachelle } from './people.ts'

const email = 'nadege@camp-guezo.example'
const nadege = { lastName: 'VIGAN', name: /^VIGAN /, shortName: 'VIGAN N.', pin: '6174' }

/** The newest one-time code that the sign-in emulator sent to an address, as the link of the message carries it. */
async function sentCode(page: Page, type: 'PASSWORD_RESET' | 'EMAIL_SIGNIN'): Promise<string> {
  const reply = await page.request.get('/emulator/v1/projects/demo-officine/oobCodes')
  const { oobCodes } = (await reply.json()) as { oobCodes: { email: string; requestType: string; oobCode: string }[] }
  return oobCodes.filter((code) => code.email === email && code.requestType === type).at(-1)!.oobCode
}

test(
  'an owner invites a colleague, who chooses password and code, sells, comes back by a new password and by a link, and is out within seconds',
  { tag: ['@axe', '@backoffice/members', '@server/invitations', '@server/users', '@server/identity'] },
  async ({ backOffice, browser, watch, expectErrors }) => {
    // 501: the emulator has no policy of passwords.
    expectErrors(/(400|401|409|422|501) .*/)
    await backOffice.open(gilles, '/parametres/utilisateurs?nouveau=oui')
    const office = backOffice.page
    const isNew = office.getByRole('complementary', { name: 'Nouvel utilisateur' })
    await isNew.getByRole('textbox', { name: 'Nom', exact: true }).fill('Vigan')
    await isNew.getByRole('textbox', { name: 'Prénom' }).fill('Nadège')
    await isNew.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await isNew.getByRole('combobox', { name: 'Rôles' }).click()
    await isNew.getByRole('option', { name: 'Vendeur' }).click()
    await office.keyboard.press('Escape')
    await isNew.getByRole('button', { name: 'Créer', exact: true }).click()
    const panel = office.getByRole('complementary', { name: 'VIGAN Nadège' })
    await expect(panel).toContainText('Sans code')
    expect(await faultsOf(office), 'what axe finds at a user').toEqual([])
    await panel.getByRole('button', { name: 'Inviter', exact: true }).click()
    const link = await office.getByRole('textbox', { name: 'Lien' }).inputValue()
    await office.keyboard.press('Escape')
    await expect(panel).toContainText(/Invité, lien valable jusqu’au/)

    const own = watch(await browser.newContext())
    const page = await own.newPage()
    await test.step('She opens the link on her own computer.', async () => {
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'Bienvenue, Nadège' })).toBeVisible()
      expect(await faultsOf(page), 'what axe finds at an invitation').toEqual([])
      await page.getByLabel('Mot de passe', { exact: true }).fill('court')
      await expect(page.getByText('8 caractères au moins', { exact: true })).toBeVisible()
      await page.getByLabel('Mot de passe', { exact: true }).fill('une phrase longue')
      await expect(page.getByText(/8.caractères au moins, c’est fait/)).toBeVisible()
      await page.getByLabel('Répétez le mot de passe').fill('une phrase longue')
      await page.getByLabel('Votre code, 4 chiffres').fill('1234')
      await page.getByLabel('Répétez le code').fill('1234')
      await page.getByRole('button', { name: 'Rejoindre la pharmacie' }).click()
      await expect(page.getByText(/^Trop facile à deviner/)).toBeVisible()
      await page.getByLabel('Votre code, 4 chiffres').fill(rachelle.pin)
      await page.getByLabel('Répétez le code').fill(rachelle.pin)
      await page.getByRole('button', { name: 'Rejoindre la pharmacie' }).click()
      await expect(page.getByText(/déjà/)).toBeVisible()
      await page.getByLabel('Votre code, 4 chiffres').fill(nadege.pin)
      await page.getByLabel('Répétez le code').fill(nadege.pin)
      await page.getByRole('button', { name: 'Rejoindre la pharmacie' }).click()
    })

    const entry = new Entry(page)
    await test.step('Her account opens the terminal for her alone; the link has served.', async () => {
      await expect(entry.member(nadege)).toBeVisible()
      await expect(entry.member(gilles)).toHaveCount(0)
      const again = await own.newPage()
      await again.goto(link)
      await expect(again.getByRole('alert')).toContainText('Invitation qui n’est plus valable')
      await again.close()
      await entry.unlock(nadege)
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
      // An unlock tells nobody; it shows when the list is read again.
      await office.reload()
      await expect(panel).toContainText(/Dernière ouverture le .* poste/)
    })

    await test.step('She sells at her counter, in her name.', async () => {
      const counter = new Till(await openWindow(own))
      await counter.page.goto('/kiosk/vente')
      await counter.add('doliprane 1000')
      await expect(counter.lines).toHaveCount(1)
      await counter.page.close()
    })

    await test.step('On another computer she forgot her password: a code of one time sets another one.', async () => {
      const elsewhere = watch(await browser.newContext())
      const other = await elsewhere.newPage()
      const door = new Entry(other)
      await other.goto('/backoffice/')
      await door.email.fill(email)
      await other.getByRole('button', { name: 'Mot de passe oublié' }).click()
      await expect(other.getByText(`Si ${email} a un compte, un message y arrive`)).toBeVisible()
      const code = await sentCode(other, 'PASSWORD_RESET')
      await other.goto(`/backoffice/action?mode=resetPassword&oobCode=${code}`)
      await expect(other.getByText(email)).toBeVisible()
      await other.getByLabel('Mot de passe', { exact: true }).fill('une autre phrase')
      await other.getByLabel('Répétez le mot de passe').fill('une autre phrase')
      await other.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
      await expect(door.member(nadege)).toBeVisible()
      await other.goto(`/backoffice/action?mode=resetPassword&oobCode=${code}`)
      await expect(other.getByRole('alert')).toContainText('a déjà servi')
      await elsewhere.close()
    })

    await test.step('On a third one a link of a message signs her in; used twice it does not.', async () => {
      const elsewhere = watch(await browser.newContext())
      const other = await elsewhere.newPage()
      const door = new Entry(other)
      await other.goto('/kiosk/')
      await door.email.fill(email)
      await other.getByRole('button', { name: 'Recevoir un lien de connexion' }).click()
      await expect(other.getByText('un message y arrive')).toBeVisible()
      const address = `/kiosk/action?mode=signIn&apiKey=demo-key&oobCode=${await sentCode(other, 'EMAIL_SIGNIN')}`
      await other.goto(address)
      await expect(other.getByLabel('Adresse e-mail')).toHaveValue(email)
      await other.getByRole('button', { name: 'Se connecter' }).click()
      await expect(door.member(nadege)).toBeVisible()
      await elsewhere.close()
    })

    await test.step('The owner deactivates her: her open window is out within seconds, without a reload.', async () => {
      await panel.getByRole('button', { name: 'Désactiver l’utilisateur' }).click()
      await office.getByRole('alertdialog').getByRole('button', { name: 'Désactiver' }).click()
      await expect(panel.getByRole('button', { name: 'Réactiver l’utilisateur' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
    })
    await own.close()
  },
)
