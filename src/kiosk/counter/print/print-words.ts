/** Why the paper was not printed. Follows « Ticket K7QF-12 : ». */
export function printFailureWords(lastFailure: string | null): string {
  switch (lastFailure) {
    case null:
      return 'en attente'
    case 'sending':
      return 'en cours d’impression'
    case 'no-paper':
      return 'plus de papier dans l’imprimante'
    case 'cover-open':
      return 'le capot de l’imprimante est ouvert'
    case 'in-doubt':
      return 'peut-être déjà imprimé, regardez l’imprimante'
    case 'unsupported':
      return 'cette imprimante ne sait pas imprimer du texte'
    default:
      return 'imprimante injoignable'
  }
}
