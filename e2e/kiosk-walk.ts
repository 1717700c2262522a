import type { Page } from '@playwright/test'
import type { PersonDetail } from '#shared/contract/persons.ts'
import { expect } from './journey.ts'
import { takePicture } from './looks.ts'
import { openWindow } from './open-window.ts'
import type { Till } from './pages/till.ts'
import { aurele, gilles } from './people.ts'

export type See = (screen: string) => Promise<void>
export type Look = (screen: string, page: Page) => Promise<void>

/** Finding somebody, writing somebody down, and his sale. */
export async function walkClients(till: Till, person: PersonDetail, see: See): Promise<void> {
  const { page, clients } = till
  await till.goTo('Clients')
  await expect(clients.list).toContainText('Tapez un nom')
  await see('clients')
  await clients.show(person.lastName, new RegExp(person.firstName))
  await see('a client and his card')
  // Where the window is small the card stands over the list.
  await clients.panel.getByRole('button', { name: 'Fermer', exact: true }).click()
  await clients.search.fill('zzqxw')
  await expect(clients.list).toContainText('Aucun client')
  await see('nobody found')
  await clients.newPatient.click()
  await clients.field('Téléphone').fill(person.phone!)
  await clients.field('Date de naissance').fill('31021990')
  await page.getByRole('button', { name: 'Ajouter une police' }).click()
  await clients.field('Taux, en %').fill('101')
  await clients.save.click()
  await expect(clients.panel).toContainText('Cette date n’existe pas.')
  await expect(clients.panel).toContainText('Choisissez le contrat')
  await see('a new patient with what is wrong')
  await clients.panel.getByRole('combobox', { name: 'Contrat' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await see('the contracts to choose from')
  await page.getByRole('option').first().click()
  await clients.panel.getByRole('button', { name: 'Utiliser cette fiche' }).first().click()
  await clients.sell.click()
  await expect(till.patient).toBeVisible()
  await see('the sale of a patient')
}

/** The panels over a ticket of a patient whose insurer pays a part. */
export async function walkPanels(till: Till, see: See): Promise<void> {
  const { page } = till
  await till.add('augmentin 1 g')
  await page.keyboard.press('F7')
  await expect(till.payers).toBeVisible()
  await see('who pays what')
  await till.payers.getByRole('button', { name: 'Photographier le bon' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Photographier le bon' }).getByRole('button', { name: 'Prendre la photo' }),
  ).toBeVisible()
  await see('photo of a voucher')
  await page.getByRole('dialog', { name: 'Photographier le bon' }).getByRole('button', { name: 'Fermer' }).click()
  await till.payers.getByRole('button', { name: 'Fermer', exact: true }).click()
  await till.openLine(/Augmentin/)
  await see('a line')
  await page.keyboard.press('F3')
  await expect(page.getByRole('list', { name: 'Équivalents' })).toBeVisible()
  await see('equivalents')
  await page.keyboard.press('Escape')
  await till.otherGesture('Prestation')
  await expect(page.getByRole('group', { name: 'Prestations de la pharmacie' })).toBeVisible()
  await see('services')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+o')
  await expect(page.getByRole('dialog', { name: 'Ordonnance' })).toBeVisible()
  await see('prescription')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: 'Vente manquée' })).toBeVisible()
  await see('missed sale')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+h')
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('purchases of the patient')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
  await expect(page.getByRole('region', { name: 'Caméra' })).toBeVisible()
  await see('camera')
  await page.getByRole('button', { name: 'Fermer la caméra' }).click()
}

/** Every type of payment with its fields, then what is missing of them. */
export async function walkPayments(till: Till, see: See): Promise<void> {
  await till.openPayments()
  await till.payment.rows
    .first()
    .getByRole('button', { name: /^Couverture/ })
    .click()
  await see('payment by an insurer')
  for (const type of ['Remise', 'Chèque', 'Mobile', 'Crédit', 'Crédit Org.', 'Sécurité sociale'] as const) {
    await till.payment.add(type)
    await till.payment.type(type === 'Sécurité sociale' ? 10_000 : 50)
    await expect(till.payment.row(type)).toBeVisible()
    await see(`payment: ${type}`)
  }
  await till.payment.end.click()
  await expect(till.refusal).toBeVisible()
  await see('payments that lack something')
  await till.refusal.getByRole('button', { name: 'Reprendre la vente' }).click()
  await till.payment.back.click()
  await till.otherGesture('Mettre en attente pour un collègue')
  await till.page.getByRole('button', { name: /pour un collègue$/ }).click()
  await expect(
    till.page.getByRole('complementary', { name: 'Ventes en attente pour un collègue' }).getByRole('listitem').first(),
  ).toBeVisible()
  await see('parked sales')
  await till.page
    .getByRole('complementary', { name: 'Ventes en attente pour un collègue' })
    .getByRole('button', { name: 'Fermer' })
    .click()
}

/** The register of who has none, from its opening to its closing. */
export async function walkRegister(till: Till, see: See): Promise<void> {
  const { page } = till
  await till.goTo('Caisse')
  await expect(page.getByRole('button', { name: 'Ouvrir la caisse' })).toBeVisible()
  await see('a register to open')
  await page.getByRole('button', { name: 'Ouvrir la caisse' }).click()
  await expect(page.getByRole('button', { name: 'Compter la caisse' })).toBeVisible()
  await see('the register')
  for (const [gesture, panel] of [
    ['Décaissement', 'Décaisser'],
    ['Entrée d’espèces', 'Mettre en caisse'],
    ['Encaisser un crédit', 'Encaisser un crédit'],
  ] as const) {
    await page.getByRole('button', { name: gesture }).click()
    await expect(page.getByRole('complementary', { name: panel })).toBeVisible()
    await see(gesture)
    if (gesture === 'Encaisser un crédit') {
      await page.getByRole('group', { name: 'Organisme, trouvés' }).getByRole('button').first().click()
      await see('a credit to collect')
    }
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Compter la caisse' }).click()
  await page.getByRole('textbox', { name: /^Pièces de 25$/ }).fill('3')
  await see('the drawer that is counted')
  await page.getByRole('button', { name: 'Compter le reste' }).click()
  for (const field of await page.getByRole('region', { name: 'Autres moyens de paiement' }).getByRole('textbox').all())
    await field.fill('0')
  await see('the rest that is counted')
  await page.getByRole('button', { name: 'Voir l’écart' }).click()
  await expect(page.getByRole('button', { name: 'Recompter' })).toBeVisible()
  await see('the difference')
  await till.goTo('Vente')
  await till.goTo('Caisse')
  await page.getByRole('button', { name: 'Passer la caisse à un collègue' }).click()
  await page.getByRole('radio', { name: aurele.name }).click()
  await see('who takes the register over')
}

/** What may be done with the sale just accepted, and the places beside the counter. */
export async function walkAround(till: Till, see: See): Promise<void> {
  const { page } = till
  await till.openSold(await till.finalNumber())
  await expect(page.getByRole('button', { name: 'Réimprimer le ticket' })).toBeVisible()
  await see('sales of the day')
  await page.getByRole('button', { name: 'Annuler la vente' }).click()
  await expect(till.refusal).toBeVisible()
  await see('a sale to cancel')
  await till.refusal.getByRole('button', { name: 'Garder la vente' }).click()
  await page.getByRole('button', { name: 'Retour de lignes' }).click()
  await page
    .getByRole('button', { name: /^Une de plus, Rendus/ })
    .first()
    .click()
  await see('lines to bring back')
  await page.getByRole('button', { name: 'Revenir' }).click()
  await page.getByRole('button', { name: 'Changer la date' }).click()
  await see('a date to correct')
  await page.getByRole('button', { name: 'Revenir' }).click()
  await page.getByRole('button', { name: 'Dû au client' }).click()
  await see('boxes owed to a customer')
  await till.goTo('Stock')
  await page.getByRole('searchbox').fill('efferalgan')
  await till.hits.getByRole('button').first().click()
  await expect(page.getByRole('complementary').getByRole('heading').first()).toBeVisible()
  await see('stock')
  await till.goTo('Poste')
  await expect(page.getByRole('heading', { name: 'Ce poste' })).toBeVisible()
  await see('this terminal')
  await page.getByRole('button', { name: 'Ressaisir des tickets' }).click()
  await expect(page.getByText('Aucun ticket lu')).toBeVisible()
  await see('receipts to read back')
  await page.getByLabel('Ou collez ici les chiffres du code').fill('1234')
  await page.getByRole('button', { name: 'Reprendre' }).click()
  await expect(till.notice).toContainText('Ce n’est pas le code d’un ticket')
  await see('no receipt')
  await till.goTo('Poste')
  await page.getByRole('button', { name: 'Ouvrir la santé du poste' }).click()
  await expect(page.getByRole('region', { name: 'Listes' })).toContainText('à jour')
  await expect(page.getByRole('region', { name: 'Fenêtres et versions' })).toContainText('serveur 0.')
  await see('health of this terminal')
  await page.getByRole('button', { name: 'Vider les listes' }).click()
  await expect(page.getByRole('dialog', { name: 'Vider les listes' })).toBeVisible()
  await see('lists to be emptied')
  await page.getByRole('button', { name: 'Garder les listes' }).click()
  await page.goto('/kiosk/nulle-part')
  await expect(page.getByRole('link', { name: 'Retour à l’accueil' })).toBeVisible()
  await see('unknown address')
}

/** From the sign-in to the end of a sale. */
export async function walkFirstSale(till: Till, see: See): Promise<void> {
  const { page } = till
  await page.goto('/kiosk/')
  await expect(till.entry.connect).toBeVisible()
  await see('sign-in')
  await till.entry.signIn()
  await till.entry.member(aurele).click()
  await see('lock screen')
  await page.getByRole('button', { name: 'Déconnecter ce poste' }).click()
  await expect(page.getByRole('dialog', { name: 'Déconnecter ce poste' })).toBeVisible()
  await see('a terminal to disconnect')
  await page.getByRole('button', { name: 'Garder ce poste connecté' }).click()
  await page.getByRole('button', { name: 'Santé du poste' }).click()
  await expect(page.getByRole('region', { name: 'Ventes', exact: true })).toBeVisible()
  await see('health of a locked terminal')
  await page.getByRole('button', { name: 'Revenir' }).click()
  await till.unlock(gilles)
  await see('empty sale')
  await till.add('coartem 20/120')
  await till.add('doliprane 1000')
  await till.search.fill('amox')
  await expect(till.hits.first()).toBeVisible()
  await see('search beside lines')
  await till.search.fill('')
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  // Only its picture: axe holds against Mantine's menus what they are made of.
  await takePicture(page, 'counter: other actions of a sale')
  await page.keyboard.press('Escape')
  await till.openLine(/Doliprane/)
  await page.getByRole('textbox', { name: 'Quantité' }).click()
  await see('a quantity to type')
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await page.getByRole('button', { name: 'Fermer la ligne' }).click()
  await till.scan('6111000000000')
  await expect(till.notice).toBeVisible()
  await see('notice')
  await till.pay.click()
  await till.payment.add('Carte')
  await see('payment')
  await till.payment.end.click()
  await till.finalNumber()
  await see('after the sale')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await see('shortcuts')
  await page.keyboard.press('Escape')
}

/** What is ended without a network and waits. */
export async function walkQueue(till: Till, see: See): Promise<void> {
  const { page } = till
  await page.context().setOffline(true)
  await expect(till.network).toHaveText(/^Hors ligne/)
  const waiting = await till.sell('coartem 20/120')
  await till.network.click()
  await expect(till.queue.getByRole('listitem').filter({ hasText: waiting })).toHaveCount(1)
  await see('queue')
  await page.context().setOffline(false)
  await expect(till.queue).toContainText('Tout est envoyé')
}

/** The customer’s screen before anything is sold. */
export async function walkIdleDisplay(till: Till, look: Look): Promise<void> {
  const display = await openWindow(till.page.context())
  await display.goto('/kiosk/afficheur')
  await expect(display.getByRole('main')).toBeVisible()
  await look('customer display: idle', display)
  await display.close()
}

/** What the customer looks at: the end of the last sale, then the next one. */
export async function walkDisplay(till: Till, look: Look): Promise<void> {
  const display = await openWindow(till.page.context())
  await display.goto('/kiosk/afficheur')
  await expect(display.getByText('Merci')).toBeVisible()
  await look('customer display: after a sale', display)
  await till.startSale()
  await till.add('coartem 20/120')
  await expect(display.getByText(/Coartem/).first()).toBeVisible()
  await look('customer display: a sale', display)
  await display.close()
}
