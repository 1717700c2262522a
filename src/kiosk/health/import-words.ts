import type { ImportOutcome } from '#shared/store/sales/sales-file-atoms.ts'
import { plural } from '#shared/ui/plural.ts'

/** The result of a gesture: its text and tone. */
export type Told = { tone: 'good' | 'watch' | 'bad'; words: string }

/** The result of an import, or why nothing was imported. */
export function importWords(outcome: ImportOutcome): Told {
  switch (outcome.kind) {
    case 'foreign':
      return {
        tone: 'bad',
        words: 'Ce n’est pas un fichier de ventes. Choisissez celui qui commence par «\u00a0officine-ventes\u00a0».',
      }
    case 'damaged':
      return {
        tone: 'bad',
        words:
          'Ce fichier est abîmé ou a été modifié\u00a0: rien n’a été repris. Exportez-le de nouveau depuis son poste.',
      }
    case 'newer':
      return {
        tone: 'bad',
        words: 'Ce fichier vient d’une version plus récente\u00a0: rechargez cette page, puis importez-le encore.',
      }
    case 'other-pharmacy':
      return {
        tone: 'bad',
        words: `Ce fichier est d’une autre pharmacie${outcome.names.length > 0 ? ` (${outcome.names.join(', ')})` : ''}\u00a0: importez-le sur un poste de celle-ci. Rien n’a été repris.`,
      }
    case 'taken':
      return takenWords(outcome)
  }
}

function takenWords({
  taken: { sales, patients, notes, known },
  elsewhere,
}: Extract<ImportOutcome, { kind: 'taken' }>): Told {
  const brought = [
    sales > 0 && plural(sales, 'vente'),
    patients > 0 && plural(patients, 'patient'),
    notes > 0 && plural(notes, 'autre envoi', 'autres envois'),
  ].filter(Boolean)
  const others =
    elsewhere > 0 ? ' Le fichier a aussi des ventes d’une autre pharmacie\u00a0: importez-le sur un de ses postes.' : ''
  if (brought.length === 0)
    return {
      tone: 'watch',
      words: `Tout ce que contient ce fichier est déjà sur ce poste ou sur le serveur\u00a0: rien n’a changé.${others}`,
    }
  const already = known > 0 ? ` ${plural(known, 'élément était', 'éléments étaient')} déjà ici.` : ''
  return {
    tone: 'good',
    words: `Repris sur ce poste\u00a0: ${brought.join(', ')}.${already} Chaque vente ne sera enregistrée qu’une fois, même si l’autre poste l’envoie aussi.${others}`,
  }
}
