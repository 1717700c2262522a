/** For what a sale of a drawer that is not counted was opened, in the history of the sale and the report of the drawer. */
export const openingWords = {
  reprint: 'réimpression du ticket',
  return: 'retour ou annulation',
  correction: 'correction de la vente',
  due: 'dû au client',
} as const
