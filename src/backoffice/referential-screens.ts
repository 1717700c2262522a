import {
  IconBinaryTree2,
  IconBook2,
  IconBox,
  IconBuildingFactory2,
  IconCategory,
  IconFileImport,
  IconFlask,
  IconPill,
  IconRuler2,
  IconTruck,
  IconWorld,
} from '@tabler/icons-react'
import { products } from '#shared/contract/products.ts'
import { atcs, brands, forms, inns, packagings, productCategories, units } from '#shared/contract/referential.ts'
import { registerImports } from '#shared/contract/register-imports.ts'
import { wholesalers } from '#shared/contract/wholesalers.ts'
import { countries } from '#shared/contract/countries.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'

const ofReferential = { group: 'Référentiel', audience: 'admin', feature: 'referential' } as const
const families = () => import('#backoffice/referential/family-screens.ts')

/** The screens of the platform's admin: what all pharmacies share. */
export const referentialScreens: readonly ScreenWithPages[] = [
  {
    ...ofReferential,
    path: '/referentiel',
    title: 'Produits',
    icon: IconBook2,
    letter: 'r',
    call: products.list,
    create: { label: 'Nouveau produit', call: products.create },
    pages: [
      page('/referentiel/:id?', () => import('#backoffice/referential/referential-screen.tsx'), 'ReferentialScreen'),
    ],
  },
  {
    ...ofReferential,
    path: '/grossistes',
    title: 'Grossistes',
    icon: IconTruck,
    call: wholesalers.list,
    create: { label: 'Nouveau grossiste', call: wholesalers.create },
    pages: [
      page(
        '/grossistes/:id/tarif/import',
        () => import('#backoffice/wholesalers/price-list-screen.tsx'),
        'PriceListScreen',
      ),
      page('/grossistes/:id/tarif', () => import('#backoffice/wholesalers/catalogue-screen.tsx'), 'CatalogueScreen'),
      page('/grossistes/:id?', () => import('#backoffice/wholesalers/wholesalers-screen.tsx'), 'WholesalersScreen'),
    ],
  },
  {
    ...ofReferential,
    path: '/referentiel/categories',
    title: 'Catégories',
    icon: IconCategory,
    letter: 'c',
    call: productCategories.list,
    create: { label: 'Nouvelle catégorie', call: productCategories.create },
    pages: [page('/referentiel/categories/:id?', families, 'CategoriesScreen')],
  },
  {
    ...ofReferential,
    path: '/referentiel/dci',
    title: 'DCI',
    icon: IconFlask,
    letter: 'd',
    call: inns.list,
    create: { label: 'Nouvelle DCI', call: inns.create },
    pages: [page('/referentiel/dci/:id?', families, 'InnsScreen')],
  },
  {
    ...ofReferential,
    path: '/referentiel/laboratoires',
    title: 'Laboratoires',
    icon: IconBuildingFactory2,
    letter: 'l',
    call: brands.list,
    create: { label: 'Nouveau laboratoire', call: brands.create },
    pages: [page('/referentiel/laboratoires/:id?', families, 'BrandsScreen')],
  },
  {
    ...ofReferential,
    path: '/referentiel/formes',
    title: 'Formes',
    icon: IconPill,
    letter: 'f',
    call: forms.list,
    create: { label: 'Nouvelle forme', call: forms.create },
    pages: [page('/referentiel/formes/:id?', families, 'FormsScreen')],
  },
  {
    ...ofReferential,
    path: '/referentiel/unites',
    title: 'Unités',
    icon: IconRuler2,
    letter: 'u',
    call: units.list,
    create: { label: 'Nouvelle unité', call: units.create },
    pages: [page('/referentiel/unites/:id?', families, 'UnitsScreen')],
  },
  {
    ...ofReferential,
    path: '/referentiel/conditionnements',
    title: 'Conditionnements',
    icon: IconBox,
    letter: 'k',
    call: packagings.list,
    create: { label: 'Nouveau conditionnement', call: packagings.create },
    pages: [page('/referentiel/conditionnements/:id?', families, 'PackagingsScreen')],
  },
  {
    ...ofReferential,
    path: '/referentiel/atc',
    title: 'Classification ATC',
    icon: IconBinaryTree2,
    letter: 'a',
    call: atcs.list,
    pages: [page('/referentiel/atc', () => import('#backoffice/referential/atc-screen.tsx'), 'AtcScreen')],
  },
  {
    ...ofReferential,
    path: '/referentiel/pays',
    title: 'Pays et sections',
    icon: IconWorld,
    letter: 'p',
    call: countries.changeSections,
    pages: [page('/referentiel/pays', () => import('#backoffice/referential/sections-screen.tsx'), 'SectionsScreen')],
  },
  {
    ...ofReferential,
    path: '/referentiel/registres',
    title: 'Registres',
    icon: IconFileImport,
    letter: 'i',
    call: registerImports.list,
    actions: [{ label: 'Importer un registre', path: '/referentiel/registres/import', call: registerImports.create }],
    pages: [
      page(
        '/referentiel/registres/import',
        () => import('#backoffice/registers/register-import-screen.tsx'),
        'RegisterImportScreen',
      ),
      page(
        '/referentiel/registres/:id',
        () => import('#backoffice/registers/register-result-screen.tsx'),
        'RegisterResultScreen',
      ),
      page('/referentiel/registres', () => import('#backoffice/registers/registers-screen.tsx'), 'RegistersScreen'),
    ],
  },
]
