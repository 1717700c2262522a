import { currencyWords } from '#shared/domain/countries/currency-words.ts'
import { fold } from '#shared/domain/search/fold.ts'

const heads = /^(?:(?:sous|grand|s)[ -]*)?(?:total|totaux|cumul|solde|report|effectifs?|nombre)\b/
const phrases = /^(?:net|montant|reste|somme) (?:a payer|du|due|total|net|ht|ttc)\b|^a reporter\b/
/** What totals are called after that word: « total général HT », « totaux de la page 2 », « solde au 30/11/2026 ». */
const others = new Set([
  ...currencyWords,
  ...`total totaux general generale generaux net brut ht ttc tva hors taxes taxe montant montants quantite quantites qte
  somme valeur a payer reporter report precedent nouveau ancien initial final debit credit page pages lignes ligne
  articles article produits produit boites boite unites unite colis bl bon bons livraison livraisons facture factures
  releve commande commandes avoir avoirs periode mois au du de des d la le les et en date fin jour
  janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
  effectif effectifs assure assures beneficiaire beneficiaires adherent adherents personne personnes agent agents
  membre membres famille familles`.split(/\s+/),
])

/** Whether a cell begins as totals do; in a column of names and numbers of persons nothing else does. */
export function beginsAsTotal(cell: string | null | undefined): boolean {
  const text = wordsOfCell(cell)
  return heads.test(text) || phrases.test(text)
}

/** Whether a cell says « total » and nothing else. « Total dentifrice 75 ml » is a product. */
export function isTotalText(cell: string | null | undefined): boolean {
  const text = wordsOfCell(cell)
  if (!beginsAsTotal(cell)) return false
  const rest = text.replace(phrases, '').replace(heads, '')
  return rest
    .split(' ')
    .filter(Boolean)
    .every((word) => others.has(word) || /\d/.test(word))
}

/**
 * Whether a row of a file is a total: of the cells that would name a line (code, label, number), at least one is filled
 * and each one that is says « total ».
 */
export function isTotalRow(names: readonly (string | null | undefined)[]): boolean {
  const filled = names.filter((cell) => wordsOfCell(cell) !== '')
  return filled.length > 0 && filled.every(isTotalText)
}

function wordsOfCell(cell: string | null | undefined): string {
  return fold(cell ?? '')
    .replaceAll(/[^\p{L}\d/.,-]+/gu, ' ')
    .replaceAll(/(?:^|(?<= ))[/.,-]+|[/.,-]+(?!\d)/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}
