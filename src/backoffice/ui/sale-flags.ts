/** `isSevere`: what the owner should look at first, shown in red. */
type FlagWords = { tag: string; text: string; isSevere?: true }

/**
 * Why the server asks to review a sale: a tag for the list and a sentence for the detail. An unknown flag of a newer
 * server is shown as it is.
 */
const flags: Record<string, FlagWords> = {
  'right:revoked': { tag: 'Droit retiré', text: 'Le vendeur a utilisé un droit qui lui avait été retiré entre-temps.' },
  'session:unknown': {
    tag: 'Ouverture inconnue',
    text: 'Le poste a vendu hors ligne ; aucun déverrouillage connu ne correspond à cette vente.',
  },
  'sender:other': {
    tag: 'Envoyée par un autre',
    text: 'Le code d’un autre membre a envoyé cette vente au nom du vendeur.',
    isSevere: true,
  },
  'grant:unproven': {
    tag: 'Accord non vérifiable',
    text: 'Un membre aurait accordé un droit pour cette vente par son code ; rien ne montre que ce code a été tapé.',
    isSevere: true,
  },
  'stock:negative': {
    tag: 'Stock négatif',
    text: 'Un lot vendu est passé sous zéro : une livraison reste à saisir, ou le lot est à corriger.',
  },
  'stock:expired': {
    tag: 'Lot périmé',
    text: 'Un lot périmé a été vendu, par un membre qui a ce droit.',
  },
  'stock:blocked': {
    tag: 'Lot mis de côté',
    text: 'Un lot rappelé ou en quarantaine a été vendu, par un poste qui ne le savait pas encore.',
    isSevere: true,
  },
  'price:changed': {
    tag: 'Prix différent',
    text: 'Un prix de vente n’était pas celui du lot : la liste du poste était peut-être ancienne.',
  },
  'price:never': {
    tag: 'Prix inconnu',
    text: 'Un lot a été vendu à un prix qu’il n’a jamais eu, par un vendeur qui n’a pas le droit de changer les prix.',
    isSevere: true,
  },
  'prescription:missing': {
    tag: 'Ordonnance incomplète',
    text: 'Un médicament listé a été délivré sans ordonnance complète, par un membre qui a ce droit.',
  },
  'prescription:unapproved': {
    tag: 'Sans ordonnance',
    text: 'Un médicament listé a été délivré sans ordonnance complète ni accord du pharmacien ; la vente est arrivée en retard.',
    isSevere: true,
  },
  'voucher:repeated': {
    tag: 'Bon déjà utilisé',
    text: 'Le même bon de la même police a payé une autre vente le même jour.',
  },
  'serial:repeated': {
    tag: 'Boîte déjà vendue',
    text: 'Le numéro de série d’une boîte a été scanné deux fois, dans cette vente ou dans une autre : une boîte est peut-être comptée en trop, ou elle est fausse.',
  },
  'change:large': {
    tag: 'Rendu très grand',
    text: 'La monnaie rendue dépasse le plus grand billet : ce que le client a donné a sans doute été mal tapé.',
    isSevere: true,
  },
  'client:archived': {
    tag: 'Client archivé',
    text: 'Un client archivé a acheté à crédit ; la vente est arrivée en retard.',
    isSevere: true,
  },
  'clock:ahead': {
    tag: 'Horloge en avance',
    text: 'L’horloge du poste était en avance : la vente est datée à l’heure juste, ou au plus tard de son arrivée.',
  },
  'clock:behind': {
    tag: 'Horloge en retard',
    text: 'L’horloge du poste était en retard : la vente est datée à l’heure juste.',
  },
  'clock:unset': {
    tag: 'Horloge jamais réglée',
    text: 'L’horloge du poste donnait une année impossible : la vente est datée de son arrivée, et sa date est à vérifier.',
    isSevere: true,
  },
  'refusal:regularised': {
    tag: 'Refus régularisé',
    text: 'Le serveur avait refusé cette vente ; elle a été terminée avec moins de lignes ou d’argent.',
  },
  'aib:differs': {
    tag: 'AIB à vérifier',
    text: 'L’AIB encaissé n’est pas celui que donnent les groupes de taxe du jour : le poste ou sa liste étaient anciens, ou un groupe de taxe manque.',
  },
  'coverage:raised': {
    tag: 'Taux relevé',
    text: 'Un payeur a pris en charge plus que ne donnent la police et le contrat.',
    isSevere: true,
  },
  'coverage:differs': {
    tag: 'Parts différentes',
    text: 'Les parts des payeurs ne sont pas celles que donnent leurs contrats : la liste du poste était ancienne, ou les parts ont été modifiées.',
    isSevere: true,
  },
  'coverage:invalid': {
    tag: 'Couverture à vérifier',
    text: 'Une police ou un contrat utilisé n’était pas valable ce jour-là, était archivé, ou n’est pas celui de ce payeur.',
  },
  'coverage:overrun': {
    tag: 'Plafond dépassé',
    text: 'Un payeur a pris en charge plus que ce qui restait d’un plafond : le poste ne connaissait pas encore les dernières ventes.',
  },
}

export function flagWords(flag: string): FlagWords {
  const [, number] = /^reference:repeated:(\d+)$/.exec(flag) ?? []
  if (number)
    return {
      tag: 'Référence déjà utilisée',
      text: `La même transaction de paiement mobile a déjà payé la vente n°\u00a0${number}.`,
      isSevere: true,
    }
  return flags[flag] ?? { tag: 'À vérifier', text: `À vérifier : ${flag}` }
}
