import { printFailureWords } from '#kiosk/counter/print/print-words.ts'
import type { HealthFacts } from '#kiosk/health/health-facts.ts'
import { plural } from '#shared/ui/plural.ts'
import type { HealthLine } from './health-line.ts'

/** « Appareils »: the printer, the drawer and the scanner of this terminal. */
export function deviceLines(facts: HealthFacts): HealthLine[] {
  return [printerLine(facts), drawerLine(facts), scannerLine(facts)]
}

function printerLine({ printer, stuckPrints }: HealthFacts): HealthLine {
  const name = 'Imprimante'
  const waiting = stuckPrints > 0 ? `, ${plural(stuckPrints, 'impression')} en attente` : ''
  if (printer.kind === 'fault')
    return {
      name,
      tone: 'watch',
      fact: capital(printFailureWords(printer.reason)) + waiting,
      advice:
        'Vérifiez qu’elle est allumée, branchée et qu’elle a du papier. Puis ouvrez «\u00a0Ce poste\u00a0» et touchez «\u00a0Imprimer un essai\u00a0».',
    }
  const words = {
    pages: 'Par le navigateur',
    connecting: 'Connexion…',
    ready: 'Prête',
    printing: 'Imprime',
    elsewhere: 'Utilisée par une autre fenêtre de ce poste',
  }
  return {
    name,
    tone: stuckPrints > 0 ? 'watch' : 'good',
    fact: words[printer.kind] + waiting,
    advice:
      stuckPrints > 0
        ? 'Ouvrez «\u00a0Ce poste\u00a0»\u00a0: la liste «\u00a0À imprimer\u00a0» indique la raison.'
        : null,
  }
}

function drawerLine({ hasPrinter }: HealthFacts): HealthLine {
  return {
    name: 'Tiroir',
    tone: 'good',
    fact: hasPrinter ? 'S’ouvre par l’imprimante' : 'Aucun\u00a0: il faut une imprimante de tickets',
    advice: null,
  }
}

function scannerLine({ scanner }: HealthFacts): HealthLine {
  const name = 'Douchette'
  if (scanner.kind === 'absent')
    return {
      name,
      tone: 'watch',
      fact: 'Débranchée',
      advice: 'Rebranchez-la\u00a0: elle se reconnecte toute seule. En attendant, tapez les codes.',
    }
  if (scanner.kind === 'taken')
    return {
      name,
      tone: 'watch',
      fact: 'Utilisée par un autre programme',
      advice: 'Fermez l’autre programme, puis touchez cette fenêtre.',
    }
  return {
    name,
    tone: 'good',
    fact: scanner.kind === 'ready' ? `Prête\u00a0: ${scanner.names.join(', ')}` : 'Fonctionne comme un clavier',
    advice: null,
  }
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
