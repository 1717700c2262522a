import {
  close,
  inputKept,
  reload,
  resume,
  retry,
  signIn,
  unchanged,
  type ErrorText,
} from '#shared/domain/error-phrases.ts'
import type { OwnMessage } from '#shared/domain/errors.ts'
import { deliveryTexts } from '#shared/domain/delivery-error-texts.ts'
import { billTexts } from '#shared/domain/bill-error-texts.ts'
import { statementTexts } from '#shared/domain/statement-error-texts.ts'
import { inventoryTexts } from '#shared/domain/inventory-error-texts.ts'
import { registerTexts } from '#shared/domain/register-error-texts.ts'
import { saleTexts } from '#shared/domain/sale-error-texts.ts'
import { serverTexts } from '#shared/domain/server-error-texts.ts'
import { stockTexts } from '#shared/domain/stock-error-texts.ts'

/** Texts of the messages that the specification lacks; a message without a text does not compile. */
export const ownTexts: Record<OwnMessage, ErrorText> = {
  ...saleTexts,
  ...serverTexts,
  'fiscalDocuments:stillIncomplete': {
    title: 'Groupe de taxe à compléter',
    text: 'Des produits de cette vente n’ont pas de groupe de taxe. Donnez-leur une rubrique ou une famille, puis recommencez.',
    kept: unchanged,
    buttons: close,
  },
  'fiscalDocuments:decided': {
    title: 'Facture déjà réglée',
    text: 'Cette facture est déjà normalisée, réglée ou en attente de la plateforme. Relisez-la avant de décider.',
    kept: unchanged,
    buttons: close,
  },
  'fiscalDocuments:notOnRequest': {
    title: 'Facture non prévue',
    text: 'La pharmacie ne fait pas de facture normalisée sur demande. Le réglage est dans les paramètres de la pharmacie.',
    kept: unchanged,
    buttons: close,
  },
  ...stockTexts,
  ...deliveryTexts,
  ...billTexts,
  ...statementTexts,
  ...inventoryTexts,
  ...registerTexts,
  'accounting:monthClosed': {
    title: 'Mois clôturé',
    text: 'La comptabilité de ce mois est exportée et clôturée\u00a0: rien n’y entre et rien n’en sort. Une correction entre dans le prochain export.',
    kept: unchanged,
    buttons: close,
  },
  'accounting:monthNotOver': {
    title: 'Mois en cours',
    text: 'La comptabilité d’un mois se clôture quand il est terminé. Revenez le mois prochain.',
    kept: unchanged,
    buttons: close,
  },
  'accounting:monthOrder': {
    title: 'Un mois avant celui-ci est à clôturer',
    text: 'Les mois se clôturent l’un après l’autre, sans trou. Clôturez d’abord le mois qui suit le dernier export.',
    kept: unchanged,
    buttons: close,
  },
  'accounting:openRegister': {
    title: 'Caisse à clôturer',
    text: 'Une caisse ouverte ce mois-là n’est pas encore comptée. Clôturez-la, puis recommencez.',
    kept: unchanged,
    buttons: close,
  },
  'requests:invalid': {
    title: 'Demande refusée',
    text: 'Une information saisie n’est pas acceptée. Vérifiez votre saisie, puis recommencez.',
    kept: inputKept,
    buttons: resume,
  },
  'mails:off': {
    title: 'L’envoi d’e-mails n’est pas réglé',
    text: 'Écrivez depuis votre messagerie.',
    kept: inputKept,
    buttons: close,
  },
  'mails:tooMany': {
    title: 'Trop d’e-mails aujourd’hui',
    text: 'Votre pharmacie a atteint le nombre d’envois d’une journée. Reprenez demain, ou écrivez depuis votre messagerie.',
    kept: inputKept,
    buttons: close,
  },
  'mails:notSent': {
    title: 'L’e-mail n’est pas parti',
    text: 'La messagerie l’a refusé. Vérifiez l’adresse, puis envoyez de nouveau.',
    kept: unchanged,
    buttons: close,
  },
  'requests:notFound': {
    title: 'Introuvable',
    text: 'Cet élément n’existe pas ou n’existe plus. Actualisez la liste, puis recommencez.',
    kept: unchanged,
    buttons: reload,
  },
  'requests:tooLarge': {
    title: 'Trop de données à la fois',
    text: 'L’envoi est trop volumineux. Divisez-le en plusieurs parties, puis recommencez.',
    kept: inputKept,
    buttons: resume,
  },
  'requests:tooMany': {
    title: 'Trop de demandes à la fois',
    text: 'Ce poste a envoyé trop de demandes en peu de temps. Attendez quelques secondes, puis recommencez.',
    kept: inputKept,
    buttons: resume,
  },
  'requests:tooLong': {
    title: 'Trop à lire',
    text: 'Cette demande lit trop de données à la fois. Précisez la période, ou ajoutez un mot à la recherche.',
    kept: inputKept,
    buttons: resume,
  },
  'requests:invalidResponseStatus': {
    title: 'Réponse inattendue',
    text: 'La demande n’a pas abouti. Réessayez ; si cela se répète, contactez l’assistance.',
    kept: inputKept,
    buttons: retry,
  },
  'requests:conflict': {
    title: 'Déjà modifié ailleurs',
    text: 'Cet élément a été modifié entre-temps, ou ce changement n’est pas possible. Actualisez, puis recommencez.',
    kept: unchanged,
    buttons: reload,
  },
  'requests:taken': {
    title: 'Existe déjà',
    text: 'Une autre fiche a déjà ce nom, ce numéro ou ce code. Choisissez-en un autre, ou reprenez la fiche qui existe.',
    kept: unchanged,
    buttons: close,
  },
  'auth:missingToken': {
    title: 'Connectez-vous',
    text: 'Vous n’êtes plus connecté. Connectez-vous de nouveau pour continuer.',
    kept: 'Vos ventes sont enregistrées sur ce poste.',
    buttons: signIn,
  },
  'auth:invalidToken': {
    title: 'Connexion expirée',
    text: 'Votre connexion n’est plus valable. Connectez-vous de nouveau pour continuer.',
    kept: 'Vos ventes sont enregistrées sur ce poste.',
    buttons: signIn,
  },
  'auth:sessionEnded': {
    title: 'Code à retaper',
    text: 'Le poste a été verrouillé, votre code a changé, ou vous travaillez depuis trop longtemps sans l’avoir retapé. Verrouillez le poste, puis retapez votre code.',
    kept: 'Vos ventes sont enregistrées sur ce poste.',
    buttons: close,
  },
  'auth:forbidden': {
    title: 'Vous n’avez pas ce droit',
    text: 'Votre rôle ne permet pas cette action. Demandez au titulaire de la faire ou de vous donner ce droit.',
    kept: unchanged,
    buttons: close,
  },
  'auth:keysUnreachable': {
    title: 'Connexion impossible à vérifier',
    text: 'Le service de connexion ne répond pas. Réessayez quand Internet est revenu.',
    kept: 'Vos ventes sont enregistrées sur ce poste.',
    buttons: retry,
  },
  'auth:unprovenSender': {
    title: 'Action non reconnue',
    text: 'Rien ne montre que la personne nommée a fait cette action. Rien n’a été modifié, et le titulaire en est informé. Si l’action a eu lieu, refaites-la avec votre propre code.',
    kept: unchanged,
    buttons: close,
  },
  'tokens:wrongPin': {
    title: 'Code incorrect',
    text: 'Ce code n’est pas le bon. Vérifiez le membre choisi, puis tapez le code de nouveau.',
    kept: 'Vos ventes en cours sont conservées.',
    buttons: retry,
  },
  'tokens:lacksRight': {
    title: 'Ce membre n’a pas ce droit',
    text: 'Le code est le bon, mais le rôle de ce membre ne permet pas cette action, ou pas ce montant. Demandez à un autre membre.',
    kept: 'Vos ventes en cours sont conservées.',
    buttons: close,
  },
  'users:pinLockedOut': {
    title: 'Trop d’essais',
    text: 'Le code a été mal tapé trop de fois sur ce poste. Attendez avant un nouvel essai.',
    kept: 'Vos ventes en cours sont conservées.',
    buttons: close,
  },
  'users:trivialPinCode': {
    title: 'Code trop facile à deviner',
    text: 'Un code comme 0000, 1234, 1212 ou une année est essayé en premier. Choisissez quatre chiffres sans suite ni répétition.',
    kept: inputKept,
    buttons: resume,
  },
  'invitations:over': {
    title: 'Invitation qui n’est plus valable',
    text: 'Elle a servi, a été retirée ou a plus de sept jours. Demandez à la pharmacie un nouveau lien.',
    kept: inputKept,
    buttons: resume,
  },
  'invitations:otherAccount': {
    title: 'Autre compte que celui qui est invité',
    text: 'L’invitation est pour une autre adresse e-mail. Connectez-vous avec cette adresse, ou demandez à la pharmacie de la corriger.',
    kept: inputKept,
    buttons: resume,
  },
  'persons:cannotMerge': {
    title: 'Ces deux fiches ne peuvent pas être réunies',
    text: 'Il faut deux fiches différentes, dont aucune n’a déjà été réunie à une autre. Ouvrez la fiche à garder et choisissez le doublon.',
    kept: unchanged,
    buttons: close,
  },
  'features:disabled': {
    title: 'Fonction désactivée',
    text: 'Cette fonction n’est pas ouverte dans votre installation d’Officine. Appelez l’assistance pour l’ouvrir.',
    kept: unchanged,
    buttons: close,
  },
  'pharmacies:suspended': {
    title: 'Pharmacie suspendue',
    text: 'L’accès de cette pharmacie à Officine est suspendu. Appelez l’assistance.',
    kept: 'Les ventes déjà enregistrées sur ce poste seront envoyées\u00a0: elles sont conservées.',
    buttons: close,
  },
  'persons:eraseOpenDues': {
    title: 'Des boîtes lui sont encore dues',
    text: 'Remettez-les ou annulez-les dans « Dus aux clients », puis effacez ses données.',
    kept: unchanged,
    buttons: close,
  },
  'companies:archiveOpenContracts': {
    title: 'Ce payeur a encore des contrats',
    text: 'Archivez d’abord ses contrats, puis archivez l’assureur ou l’organisme.',
    kept: unchanged,
    buttons: close,
  },
  'contracts:archiveActivePolicies': {
    title: 'Ce contrat a encore des assurés',
    text: 'Retirez d’abord ses polices, ou indiquez une date de fin, puis archivez le contrat.',
    kept: unchanged,
    buttons: close,
  },
  'insured:invalidRows': {
    title: 'Ce fichier contient des erreurs',
    text: 'Aucun assuré n’a été importé. Corrigez les lignes signalées dans le fichier, puis importez-le de nouveau.',
    kept: unchanged,
    buttons: close,
  },
  'productHealthInsurance:productTaken': {
    title: 'Ce produit est déjà associé',
    text: 'Une autre ligne de la liste du régime paie pour ce produit. Retirez d’abord cette association, ou choisissez un autre produit.',
    kept: unchanged,
    buttons: close,
  },
  'parkedSales:taken': {
    title: 'Vente déjà reprise',
    text: 'Un collègue vient de reprendre cette vente sur un autre poste.',
    kept: 'Toutes ses lignes sont conservées.',
    buttons: close,
  },
  'photos:noRoom': {
    title: 'Plus de place pour les photos',
    text: 'Les photos de la pharmacie ont atteint leur limite. Celles des ordonnances et des bons sont toujours prises ; retirez des photos de réclamations qui ne sont pas envoyées, ou appelez l’assistance.',
    kept: inputKept,
    buttons: retry,
  },
  'printers:unreachable': {
    title: 'Imprimante injoignable',
    text: 'Elle ne répond pas sur le réseau de la pharmacie. Vérifiez qu’elle est allumée et qu’elle a du papier.',
    kept: 'Le ticket est conservé.',
    buttons: retry,
  },
  'terminal:diskFull': {
    title: 'Ce poste n’a plus de place',
    text: 'Rien n’a été enregistré. Revenez, touchez «\u00a0Libérer de la place\u00a0» en haut de l’écran, puis recommencez.',
    kept: inputKept,
    buttons: resume,
  },
  internal: {
    title: 'Un problème technique est survenu',
    text: 'La demande n’a pas abouti. Réessayez dans un instant ; si cela se répète, contactez l’assistance.',
    kept: inputKept,
    buttons: retry,
  },
}
