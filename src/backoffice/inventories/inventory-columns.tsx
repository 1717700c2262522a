import type { Inventory } from '#shared/contract/inventories.ts'
import { inventoryStateWords, scopeWords } from '#backoffice/inventories/inventory-words.ts'
import {
  countColumn,
  dayColumn,
  exportOnlyColumn,
  moneyColumn,
  numberColumn,
  sortedByServer,
  stateColumn,
  textColumn,
} from '#backoffice/ui/lists/columns.tsx'

export const inventoryColumns = sortedByServer([
  numberColumn('number', 'N°', ({ number }: Inventory) => number, { strong: true, width: 64 }),
  textColumn('label', 'Inventaire', ({ label }: Inventory) => label, { width: 220, grow: 1, strong: true }),
  exportOnlyColumn('scope', 'Portée', ({ scope }: Inventory) => scopeWords(scope)),
  dayColumn('createdAt', 'Commencé le', ({ createdAt }: Inventory) => createdAt),
  countColumn('lines', 'Lots', ({ lines }: Inventory) => lines, { width: 80 }),
  countColumn('counted', 'Comptés', ({ counted }: Inventory) => counted, { width: 92 }),
  moneyColumn('missing', 'Manquants', ({ missing }: Inventory) => missing, { width: 120, priority: 2 }),
  moneyColumn('surplus', 'En trop', ({ surplus }: Inventory) => surplus, { width: 110, priority: 2 }),
  textColumn('user', 'Par', ({ createdByName }: Inventory) => createdByName, { width: 150, priority: 3 }),
  stateColumn('state', 'État', ({ state }: Inventory) => inventoryStateWords[state], { width: 110 }),
])
