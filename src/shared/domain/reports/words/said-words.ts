import type { MovementType } from '#shared/domain/payment.ts'
import type { DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'
import { wordsIn } from '#shared/domain/reports/words/tokens.ts'

/**
 * What a phrase of a question means. `measure`: how sure: 2 names it, 1 implies it, 0 is any amount (« ventes »).
 * `noun`: what is counted or named. `rank`: the largest first, or not; `isChange`: of the change. `trend`: along the time.
 * `by`: what follows is grouped by. `without`: what follows is left out, which a report cannot. `versus`: what follows is
 * compared. `same`: with the same days of the week. `share`: of the whole. `no`: known, but no report says it. `counted`:
 * instead of the amount, of named products or without the right to the amount.
 */
export type Meaning =
  | { kind: 'measure'; measure: MeasureName; sure: 0 | 1 | 2; counted?: MeasureName }
  | { kind: 'noun'; dimension: DimensionName }
  | { kind: 'group'; dimension: DimensionName }
  | { kind: 'filter'; dimension: DimensionName; keys: readonly string[]; name: string }
  | { kind: 'rank'; descending: boolean; isChange?: true }
  | { kind: Link }

type Link = 'by' | 'top' | 'trend' | 'without' | 'versus' | 'same' | 'share' | 'no' | 'filler'

/** Each measure in the words of owners; the first line of a measure names it, those after « ~ » imply it. */
const measureWords: Readonly<Record<MeasureName, string>> = {
  turnover: 'ca, chiffre affaire, chiffre, recette, turnover',
  boxes: 'quantité, boîte, unité, volume, nombre boîte',
  cost: 'coût, coût achat, coût vente, prix revient',
  costedTurnover: 'ca coût connu, ca dont coût connu',
  margin: 'marge, marge brute, marge commerciale, bénéfice, gain ~ rapporte, rapportent, rapporté',
  returned: 'retour, rapporté client, retour client',
  baskets:
    'nombre vente, combien vente, nombre client, combien client, nombre ticket, combien ticket, nombre passage, passage caisse, nombre passage caisse, nombre panier, combien panier, ticket, fréquentation, affluence',
  discounts: 'remise, réduction, rabais',
  paid: 'règlement, paiement, encaissement, encaissé, réglé ~ reçu, payé',
  insurersPart: 'part assureur, part assurance, part organisme, pris charge, prise charge, tiers payant',
  clientsPart: 'part client, part patient, ticket modérateur, reste charge',
  missedSales: 'vente manquée, vente ratée, vente perdue, rupture comptoir ~ demandé',
  missedValue:
    'ca manqué, ca perdu, chiffre affaire manqué, perdu vente manquée, valeur vente manquée, montant vente manquée',
  lost: 'perte, perte stock, démarque, casse, stock perdu',
  lostBoxes: 'boîte perdue, boîte détruite, quantité perdue, quantité détruite',
  gap: 'écart, écart caisse, manquant caisse, différence caisse, excédent caisse',
  marginRate: 'taux marge, marge pourcent, pourcentage marge',
  meanBasket: 'panier moyen, panier, ticket moyen, vente moyenne',
  discountRate: 'taux remise, pourcentage remise',
  tax: 'tva, tva collectée, taxe, montant tva, taxe collectée',
  netTurnover: 'ca ht, ca hors taxe, chiffre affaire ht, chiffre affaire hors taxe, ca net',
  stockOpening: 'stock début, stock initial, stock ouverture',
  stockIn: 'entrée stock, entrée',
  stockOut: 'sortie stock, sortie',
  stockClosing: 'valeur stock, stock fin, stock final, montant stock ~ dort, immobilisé',
  boxesOpening: 'quantité début, quantité initiale',
  boxesIn: 'quantité entrée, boîte entrée',
  boxesOut: 'quantité sortie, boîte sortie',
  boxesClosing: 'quantité stock, boîte stock, quantité fin, nombre boîte stock, combien boîte stock',
  expiryLost: 'périmé, péremption, perte périmé, périmé perdu',
  expirySaved: 'perte évitée, péremption évitée, périmé évité, périmé sauvé',
  outDays: 'jour rupture, rupture, rupture stock',
  stockDays: 'jour stock, couverture stock, couverture',
  stockMonths: 'mois stock',
  outRate: 'taux rupture, part rupture, pourcentage rupture, temps rupture',
  billed: 'facturé, facture, facturation',
  collected: 'encaissé assureur, payé assureur, encaissement assureur, recouvré, recouvrement',
  refused: 'refus, rejet, refusé, rejeté',
  accepted: 'accepté',
  outstanding: 'reste encaisser, impayé, créance, dette assureur, doit, doivent',
  ordered: 'commandé, commande, boîte commandée',
  received: 'servi, boîte servie, reçu fournisseur',
  bought: 'achat, achat ht, acheté, montant achat',
  boughtBoxes: 'boîte reçue, quantité reçue, quantité achetée, boîte achetée',
  priceRise: 'hausse prix, augmentation prix, hausse prix achat',
  refusedRate: 'taux refus, taux rejet, part refusée, pourcentage refus',
  paymentDelay: 'délai paiement, délai règlement, délai assureur, délai moyen paiement, délai moyen règlement',
  serviceRate: 'taux service',
  deliveryDelay: 'délai livraison, délai moyen livraison',
  priceRiseRate: 'taux hausse prix, pourcentage hausse prix',
}

const dimensionWords: Readonly<Record<DimensionName, string>> = {
  day: 'jour, journée, date',
  week: 'semaine',
  month: 'mois',
  weekday: 'jour semaine',
  hour: 'heure, horaire, tranche horaire',
  seller: 'vendeur, vendeuse, caissier, caissière, employé, équipe, membre, collaborateur, agent',
  till: 'poste, terminal',
  register: 'caisse, tiroir',
  product: 'produit, article, médicament, référence',
  category: 'catégorie, famille',
  inns: 'dci, molécule, substance',
  atc: 'atc, classe, classe atc, classe thérapeutique',
  abc: 'classe abc, abc',
  xyz: 'classe xyz, xyz',
  laboratory: 'laboratoire, labo, marque, fabricant',
  prescriptionList: 'liste prescription, liste médicament, liste réglementaire',
  storage: 'rayon, emplacement, rangement, étagère',
  supplier: 'fournisseur, grossiste, répartiteur',
  taxGroup: 'groupe, groupe taxe, groupe tva, taux tva',
  means:
    'forme paiement, forme règlement, mode paiement, mode règlement, moyen paiement, moyen règlement, type paiement',
  payer: 'assureur, assurance, assuré, organisme, mutuelle, payeur',
  contract: 'contrat, police',
  employer: 'employeur, entreprise, société',
  client: 'débiteur, client crédit',
  patient: 'client, patient',
  prescriber: 'prescripteur, médecin, docteur',
  reason: 'raison, motif',
  cause: 'cause',
}

const meansWords: Readonly<Partial<Record<MovementType, string>>> = {
  CASH: 'espèces, liquide, cash, comptant',
  MOBILE_MONEY: 'mobile money, momo',
  CREDIT_CARD: 'carte bancaire, carte, cb, tpe',
  CHEQUE: 'chèque',
  TRANSFER: 'virement',
  CREDIT: 'à crédit, crédit client',
}

const hours = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, at) => String(from + at).padStart(2, '0'))
const weekdays = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']

const filters: readonly { dimension: DimensionName; keys: readonly string[]; name: string; words: string }[] = [
  ...weekdays.map((name, at) => ({ dimension: 'weekday' as const, keys: [String(at + 1)], name, words: name })),
  { dimension: 'weekday', keys: ['6', '7'], name: 'week-end', words: 'week end, weekend' },
  { dimension: 'hour', keys: hours(0, 12), name: 'matin', words: 'matin, matinée' },
  { dimension: 'hour', keys: hours(12, 18), name: 'après-midi', words: 'après midi' },
  { dimension: 'hour', keys: hours(18, 24), name: 'soir', words: 'soir, soirée' },
  { dimension: 'hour', keys: [...hours(20, 24), ...hours(0, 7)], name: 'nuit', words: 'nuit' },
  ...Object.entries(meansWords).map(([key, words]) => ({
    dimension: 'means' as const,
    keys: [key],
    name: words.split(', ')[0]!,
    words,
  })),
]

/** Phrases that say two things. */
const more: readonly { words: string; meanings: readonly Meaning[] }[] = [
  { words: 'absent', meanings: [filterOf('reason', 'absent', 'Absent'), implies('missedSales')] },
  { words: 'trop cher', meanings: [filterOf('reason', 'too-dear', 'Trop cher'), implies('missedSales')] },
  { words: 'inventaire', meanings: [filterOf('cause', 'inventory', 'Inventaire'), implies('lost')] },
  {
    words: 'destruction, détruit, détruite',
    meanings: [filterOf('cause', 'destruction', 'Destruction'), implies('lost')],
  },
  { words: 'boîte détruite', meanings: [filterOf('cause', 'destruction', 'Destruction'), names('lostBoxes')] },
  { words: 'heure pointe', meanings: [{ kind: 'group', dimension: 'hour' }, implies('baskets')] },
  { words: 'qui vend, qui fait, qui a vendu, qui donne', meanings: [{ kind: 'group', dimension: 'seller' }] },
  { words: 'qui a encaissé, qui encaisse', meanings: [{ kind: 'group', dimension: 'seller' }, names('paid')] },
  { words: 'manque, manqué, a manqué, ont manqué, manquent', meanings: [implies('missedSales')] },
  { words: 'stock', meanings: [{ kind: 'measure', measure: 'stockClosing', sure: 2, counted: 'boxesClosing' }] },
  { words: 'stupéfiant', meanings: [ofList('narcotic', 'Stupéfiants')] },
  { words: 'liste 1, liste i', meanings: [ofList('list-1', 'Liste I')] },
  { words: 'liste 2, liste ii', meanings: [ofList('list-2', 'Liste II')] },
  {
    words: 'registre, registre délivrance, registre usage, registre utilisation',
    meanings: [{ kind: 'group', dimension: 'product' }, { kind: 'group', dimension: 'day' }, names('boxes')],
  },
  {
    words: 'registre par dci, registre délivrance par dci, registre usage par dci, registre utilisation par dci',
    meanings: [{ kind: 'group', dimension: 'inns' }, { kind: 'group', dimension: 'day' }, names('boxes')],
  },
  { words: 'qui achète, qui a acheté', meanings: [{ kind: 'group', dimension: 'patient' }] },
  {
    words:
      'plus vendu, le plus vendu, les plus vendus, la plus vendue, mieux vendu, se vend mieux, se vend plus, se vendent mieux, se vendent plus',
    meanings: [ranks(true), names('boxes')],
  },
  { words: 'produit périmé', meanings: [{ kind: 'group', dimension: 'product' }, names('expiryLost')] },
  { words: 'produit rupture', meanings: [{ kind: 'group', dimension: 'product' }, names('outDays')] },
  {
    words: 'moins vendu, le moins vendu, les moins vendus, se vend moins, se vendent moins',
    meanings: [ranks(false), names('boxes')],
  },
  {
    words:
      'meilleur, meilleure, premier, plus gros, plus grosse, le plus gros, la plus grosse, les plus gros, plus grand, le plus, les plus, la plus, classement, palmarès',
    meanings: [ranks(true)],
  },
  { words: 'flop, pire, le moins, les moins, la moins', meanings: [ranks(false)] },
  {
    words: 'baisse, baissent, baissé, le plus baissé, recul, reculent, chute, diminue, diminuent',
    meanings: [{ kind: 'rank', descending: false, isChange: true }],
  },
  {
    words:
      'hausse, monte, montent, progresse, progressent, augmente, augmentent, augmenté, le plus augmenté, croissance',
    meanings: [{ kind: 'rank', descending: true, isChange: true }],
  },
]

const words: readonly { words: string; kind: Link }[] = [
  { kind: 'by', words: 'par, selon, chaque, quel, quelle, suivant' },
  { kind: 'top', words: 'top' },
  { kind: 'trend', words: 'évolution, tendance, courbe, historique' },
  { kind: 'without', words: 'hors, sans, sauf, excepté' },
  { kind: 'versus', words: 'contre, vs, versus, comparé, comparée, par rapport, face, que' },
  { kind: 'same', words: 'même jour' },
  { kind: 'share', words: 'part, pourcentage, proportion' },
  { kind: 'no', words: 'prévision, dette, temps' },
  {
    kind: 'filler',
    words: `le, la, les, l, de, du, des, d, en, à, au, aux, un, une, sur, pour, dans, et, ou, avec, chez, ce, cet, cette, ces, ça,
      est, ci, c, s, n, t, j, m, y, a, eu, ont, ai, avons, avez, nous, vous, je, on, il, elle, ils, elles, qui, quoi, quand, comment, va, vont,
      son, sa, ses, mon, ma, mes, notre, nos, leur, total, montant, combien, nombre, somme, valeur, été, être, fait, font, faire,
      peux, peut, tu, montre moi, montrez moi, donne moi, donnez moi, dis moi, dites moi, donner, donne, donnez, montre, montrer, montrez, affiche, afficher, voir, voudrais, veux, voulons, dire, dis,
      plaît, te, me, se, si, svp, merci, liste, tableau, répartition, ventilation, vient, viennent, provient, représente, représentent, pèse, fois, rapport, rapports, détail, toute, tout, tous, toutes, entre, depuis,
      achetés chez, produit acheté, accordé, accordée, effectué, noté, notre, pharmacie, officine, comptoir, ici, aussi, bien, encore,
      ayant, dont, même, même période, même mois, même semaine, même date, plus, moins, période, dernier, dernière, actuel, courant, jusque, jusqu, vers, après, avant, h, heures`,
  },
]

const generic = 'vente, activité'
/** Any amount too, of which a product has boxes. */
const sold = 'vendu, vendue, vend, vendre, vendent, vendons'

/** The phrases of at most `longestPhrase` words, by their words without articles. */
export const phrases: ReadonlyMap<string, readonly Meaning[]> = new Map([
  ...words.flatMap(({ kind, words: said }) => listed(said).map((phrase) => [phrase, [{ kind }]] as const)),
  ...listed(generic).map((phrase) => [phrase, [{ kind: 'measure', measure: 'turnover', sure: 0 }]] as const),
  ...listed(sold).map((phrase) => [phrase, [{ kind: 'measure', measure: 'boxes', sure: 0 }]] as const),
  ...Object.entries(dimensionWords).flatMap(([dimension, said]) =>
    listed(said).map((phrase) => [phrase, [{ kind: 'noun', dimension: dimension as DimensionName }]] as const),
  ),
  ...Object.entries(measureWords).flatMap(([measure, said]) =>
    said
      .split('~')
      .flatMap((part, at) =>
        listed(part).map(
          (phrase) =>
            [phrase, [{ kind: 'measure', measure: measure as MeasureName, sure: at === 0 ? 2 : 1 } as const]] as const,
        ),
      ),
  ),
  ...filters.flatMap(({ words: said, ...filter }) =>
    listed(said).map((phrase) => [phrase, [{ kind: 'filter' as const, ...filter }]] as const),
  ),
  ...more.flatMap(({ words: said, meanings }) => listed(said).map((phrase) => [phrase, meanings] as const)),
])
export const longestPhrase = Math.max(...Array.from(phrases.keys(), (phrase) => phrase.split(' ').length))

/** The words that may stand between those of a phrase. */
export const articles: ReadonlySet<string> = new Set(wordsIn('le la les l de du des d en à au aux un une'))

/** The words that a typing error may be corrected to. */
export const knownWords: readonly string[] = [
  ...new Set(Array.from(phrases.keys()).flatMap((phrase) => phrase.split(' '))),
].filter((word) => word.length >= 4)

function listed(said: string): string[] {
  return said
    .split(',')
    .map((phrase) => wordsIn(phrase).join(' '))
    .filter((phrase) => phrase !== '')
}

function names(measure: MeasureName): Meaning {
  return { kind: 'measure', measure, sure: 2 }
}

function implies(measure: MeasureName): Meaning {
  return { kind: 'measure', measure, sure: 1 }
}

function ranks(descending: boolean): Meaning {
  return { kind: 'rank', descending }
}

function ofList(key: string, name: string): Meaning {
  return filterOf('prescriptionList', key, name)
}

function filterOf(dimension: DimensionName, key: string, name: string): Meaning {
  return { kind: 'filter', dimension, keys: [key], name }
}
