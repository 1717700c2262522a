import {
  IconBarcode,
  IconCalendarQuestion,
  IconCalendarX,
  IconClipboardCheck,
  IconFileSpreadsheet,
  IconFlame,
  IconPackageOff,
  IconSpeakerphone,
  IconStack2,
} from '@tabler/icons-react'
import { destructions } from '#shared/contract/destructions.ts'
import { expiries } from '#shared/contract/expiries.ts'
import { inventories } from '#shared/contract/inventories.ts'
import { labels } from '#shared/contract/labels.ts'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { recalls } from '#shared/contract/recalls.ts'
import { shortages } from '#shared/contract/shortages.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { stockExports } from '#shared/contract/stock-exports.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { plural, pluralWord } from '#shared/ui/plural.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'
import { counted } from '#backoffice/ui/waiting-work.ts'

/** What expires or is short, where lots lie, the labels on their shelves, and what happens to them. */
export const lotScreens: readonly ScreenWithPages[] = [
  {
    path: '/peremptions',
    title: 'Péremptions',
    group: 'Stock',
    icon: IconCalendarX,
    letter: 'h',
    audience: 'member',
    feature: 'expiries',
    call: expiries.list,
    waiting: counted('expiries', {
      path: '/peremptions?expire=expires&sans-decision=oui',
      words: (count) => `${plural(count, 'lot')} ${pluralWord(count, 'expiré')} sans décision`,
    }),
    pages: [page('/peremptions/:id?', () => import('#backoffice/expiries/expiries-screen.tsx'), 'ExpiriesScreen')],
  },
  {
    path: '/ruptures',
    title: 'Ruptures',
    group: 'Stock',
    icon: IconPackageOff,
    letter: 'z',
    audience: 'member',
    feature: 'shortages',
    call: shortages.list,
    pages: [page('/ruptures', () => import('#backoffice/shortages/shortages-screen.tsx'), 'ShortagesScreen')],
  },
  {
    path: '/exports',
    title: 'Exports de stock',
    group: 'Stock',
    icon: IconFileSpreadsheet,
    letter: 'q',
    audience: 'member',
    feature: 'stock-exports',
    call: stockExports.list,
    create: { label: 'Nouvel export de stock', call: stockExports.create },
    pages: [page('/exports', () => import('#backoffice/stock-exports/stock-exports-screen.tsx'), 'StockExportsScreen')],
  },
  {
    path: '/rangements',
    title: 'Rangements',
    group: 'Stock',
    icon: IconStack2,
    audience: 'member',
    feature: 'storages',
    call: pharmacyProductStorages.figures,
    create: { label: 'Nouveau rangement', call: pharmacyProductStorages.create },
    actions: [{ label: 'Ranger avec le lecteur', path: '/rangements/scanner', call: stockActs.move }],
    pages: [
      page('/rangements/scanner', () => import('#backoffice/storages/move-screen.tsx'), 'MoveScreen'),
      page('/rangements/:id?', () => import('#backoffice/storages/storages-screen.tsx'), 'StoragesScreen'),
    ],
  },
  {
    path: '/lots-sans-date',
    title: 'Lots sans date',
    group: 'Stock',
    icon: IconCalendarQuestion,
    audience: 'member',
    feature: 'incomplete-lots',
    call: stockItems.incomplete,
    waiting: counted('incompleteLots', {
      path: '/lots-sans-date',
      words: (count) => `${plural(count, 'lot')} sans numéro ou sans péremption`,
    }),
    actions: [{ label: 'Dater les lots au lecteur', path: '/lots-sans-date/scanner', call: stockActs.correct }],
    pages: [
      page(
        '/lots-sans-date/scanner',
        () => import('#backoffice/incomplete-lots/shelf-scan-screen.tsx'),
        'ShelfScanScreen',
      ),
      page(
        '/lots-sans-date',
        () => import('#backoffice/incomplete-lots/incomplete-lots-screen.tsx'),
        'IncompleteLotsScreen',
      ),
    ],
  },
  {
    path: '/etiquettes',
    title: 'Étiquettes de prix',
    group: 'Stock',
    icon: IconBarcode,
    audience: 'member',
    feature: 'labels',
    call: labels.list,
    pages: [page('/etiquettes', () => import('#backoffice/labels/labels-screen.tsx'), 'LabelsScreen')],
  },
  {
    path: '/inventaires',
    title: 'Inventaires',
    group: 'Stock',
    icon: IconClipboardCheck,
    audience: 'member',
    feature: 'inventories',
    call: inventories.list,
    waiting: counted('inventories', {
      path: '/inventaires?etat=open,closing',
      words: (count) => `${plural(count, 'inventaire')} en cours`,
    }),
    create: { label: 'Nouvel inventaire', call: inventories.create },
    actions: [{ label: 'Rapport des inventaires', path: '/inventaires/rapport', call: inventories.report }],
    pages: [
      page(
        '/inventaires/rapport',
        () => import('#backoffice/inventories/inventory-report-screen.tsx'),
        'InventoryReportScreen',
      ),
      page('/inventaires', () => import('#backoffice/inventories/inventories-screen.tsx'), 'InventoriesScreen'),
      page(
        '/inventaires/:id/compter',
        () => import('#backoffice/inventories/counting/terminal-counting.tsx'),
        'TerminalCounting',
      ),
      page('/inventaires/:id', () => import('#backoffice/inventories/inventory-screen.tsx'), 'InventoryScreen'),
    ],
  },
  {
    path: '/rappels',
    title: 'Rappels',
    group: 'Stock',
    icon: IconSpeakerphone,
    letter: 'j',
    audience: 'member',
    feature: 'recalls',
    call: recalls.list,
    pages: [
      page('/rappels', () => import('#backoffice/recalls/recalls-screen.tsx'), 'RecallsScreen'),
      page('/rappels/:id', () => import('#backoffice/recalls/recall-screen.tsx'), 'RecallScreen'),
    ],
  },
  {
    path: '/destructions',
    title: 'Destructions',
    group: 'Stock',
    icon: IconFlame,
    audience: 'member',
    feature: 'destructions',
    call: destructions.list,
    create: { label: 'Nouvelle destruction', call: destructions.create },
    pages: [
      page(
        '/destructions/:id?',
        () => import('#backoffice/destructions/destructions-screen.tsx'),
        'DestructionsScreen',
      ),
    ],
  },
]
