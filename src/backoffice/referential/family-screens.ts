import { brands, forms, inns, packagings, productCategories, units } from '#shared/contract/referential.ts'
import { type Tracing, tracings, tracingWords } from '#shared/domain/lot-tracing.ts'
import { sectionField } from '#backoffice/referential/section-field.tsx'
import { usesBelow } from '#backoffice/referential/uses-below.tsx'
import { countColumn, numberColumn, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import { nameFamilyScreen } from '#backoffice/ui/records/name-family.tsx'
import { choiceField, countField } from '#backoffice/ui/records/record-fields.tsx'

type Used = { products: number }

/** The number of products that use a row; an archived product is not counted. */
const used = countColumn<Used>('products', 'Produits', ({ products }) => products, { sortable: true, width: 96 })

/** What is asked of the lots of its products. */
type Traced = Used & { tracedBy: Tracing; section: string | null }

export const CategoriesScreen = nameFamilyScreen<'label', Traced>({
  home: '/referentiel/categories',
  title: 'Catégories',
  noun: noun('catégorie', 'f'),
  calls: productCategories,
  needs: productCategories.patch.permission,
  nameKey: 'label',
  nameLabel: 'Nom',
  more: {
    initial: { tracedBy: 'lot-and-expiry', section: null, products: 0 },
    fields: [
      choiceField(
        'tracedBy',
        'Demandé à la réception',
        tracings.map((value) => ({ value, label: tracingWords[value] })),
        { description: 'Une livraison nomme les lignes auxquelles il manque.' },
      ),
      sectionField(),
    ],
  },
  columns: [
    textColumn<Traced>('tracedBy', 'Demandé à la réception', ({ tracedBy }) => tracingWords[tracedBy], {
      width: 190,
      sortable: true,
    }),
    textColumn<Traced>('section', 'Section', ({ section }) => section, { width: 140, sortable: true }),
    used,
  ],
  Below: usesBelow('categorie'),
  archivedNote: 'Ses produits la gardent ; elle n’est plus proposée aux autres.',
  empty: 'Aucune catégorie. Les exports du stock classent les produits par catégorie.',
})

export const InnsScreen = nameFamilyScreen<'name', Used>({
  home: '/referentiel/dci',
  title: 'DCI',
  noun: noun('DCI', 'f', 'DCI'),
  calls: inns,
  needs: inns.patch.permission,
  nameKey: 'name',
  nameLabel: 'Dénomination',
  columns: [used],
  Below: usesBelow('dci'),
  archivedNote: 'Ses produits la gardent ; elle n’est plus proposée aux autres.',
  empty: 'Aucune DCI.',
})

export const BrandsScreen = nameFamilyScreen<'name', Used>({
  home: '/referentiel/laboratoires',
  title: 'Laboratoires',
  noun: noun('laboratoire', 'm'),
  calls: brands,
  needs: brands.patch.permission,
  nameKey: 'name',
  nameLabel: 'Nom',
  columns: [used],
  Below: usesBelow('laboratoire'),
  archivedNote: 'Ses produits le gardent ; il n’est plus proposé aux autres.',
  empty: 'Aucun laboratoire.',
})

export const FormsScreen = nameFamilyScreen<'label', Used>({
  home: '/referentiel/formes',
  title: 'Formes',
  noun: noun('forme', 'f'),
  calls: forms,
  needs: forms.patch.permission,
  nameKey: 'label',
  nameLabel: 'Forme galénique',
  columns: [used],
  Below: usesBelow('forme'),
  archivedNote: 'Ses produits la gardent ; elle n’est plus proposée aux autres.',
  empty: 'Aucune forme.',
})

export const UnitsScreen = nameFamilyScreen<'label', Used>({
  home: '/referentiel/unites',
  title: 'Unités',
  noun: noun('unité', 'f'),
  calls: units,
  needs: units.patch.permission,
  nameKey: 'label',
  nameLabel: 'Unité',
  columns: [used],
  Below: usesBelow('unite'),
  archivedNote: 'Ses produits la gardent ; elle n’est plus proposée aux autres.',
  empty: 'Aucune unité.',
})

export const PackagingsScreen = nameFamilyScreen<'label', Used & { units: number }>({
  home: '/referentiel/conditionnements',
  title: 'Conditionnements',
  noun: noun('conditionnement', 'm'),
  calls: packagings,
  needs: packagings.patch.permission,
  nameKey: 'label',
  nameLabel: 'Conditionnement',
  more: {
    initial: { units: 1, products: 0 },
    fields: [countField('units', 'Unités qu’il contient', { min: 1, max: 100_000, onlyNew: true })],
  },
  columns: [numberColumn('units', 'Unités', ({ units }) => units, { sortable: true, width: 90 }), used],
  Below: usesBelow('conditionnement'),
  archivedNote: 'Les lots en stock le gardent. Le nombre d’unités ne change jamais : les lots sont comptés avec lui.',
  empty: 'Aucun conditionnement.',
})
