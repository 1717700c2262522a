import type { PlatformDifference } from '#shared/domain/fiscal/platform-differences.ts'
import { formatPercent } from '#shared/ui/money-format.ts'

/** « Groupe B : 18 % ici, 20 % sur la plateforme ». */
export function differenceWords({ about, code, ours, theirs }: PlatformDifference): string {
  switch (about) {
    case 'rate':
      return `Taux ${code}\u00a0: ${formatPercent((ours ?? 0) / 100, 2)} ici, ${formatPercent((theirs ?? 0) / 100, 2)} sur la plateforme`
    case 'invoice-type':
      return `Type de facture ${code}\u00a0: inconnu de la plateforme`
    case 'payment-type':
      return `Moyen de paiement ${code}\u00a0: inconnu de la plateforme`
  }
}
