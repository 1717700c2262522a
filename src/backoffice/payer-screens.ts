import { IconCashBanknote, IconFileDollar, IconListCheck, IconReceipt2, IconShieldCheck } from '@tabler/icons-react'
import { billBatches } from '#shared/contract/bill-batches.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { companies } from '#shared/contract/companies.ts'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { usage } from '#shared/contract/usage.ts'
import { plural } from '#shared/ui/plural.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'
import { counted, unassociatedLines } from '#backoffice/ui/waiting-work.ts'

/** The screens about who pays for a patient, and what it is billed. */
export const payerScreens: readonly ScreenWithPages[] = [
  {
    path: '/assurances',
    details: ['/contrats'],
    title: 'Assureurs',
    group: 'Assurances',
    icon: IconShieldCheck,
    letter: 'a',
    audience: 'member',
    feature: 'insurers',
    call: companies.list,
    create: { label: 'Nouvel assureur', call: companies.create },
    pages: [
      page('/assurances/:id?', () => import('#backoffice/payers/insurers-screen.tsx'), 'InsurersScreen'),
      page(
        '/contrats/:id/import',
        () => import('#backoffice/insured/insured-import-screen.tsx'),
        'InsuredImportScreen',
      ),
      page('/contrats/:id', () => import('#backoffice/payers/contract-screen.tsx'), 'ContractScreen'),
    ],
  },
  {
    path: '/factures',
    title: 'Factures',
    group: 'Assurances',
    icon: IconReceipt2,
    audience: 'member',
    feature: 'bills',
    call: bills.list,
    exportLabel: 'Exporter les factures',
    waiting: counted('bills', {
      path: '/factures?a-traiter=oui',
      words: (count) => `${plural(count, 'facture')} à envoyer ou en retard de paiement`,
    }),
    actions: [
      { label: 'Facturer une période', path: '/factures/nouvelles', call: bills.create },
      { label: 'Importer un décompte', path: '/factures/decompte', call: billPayments.create },
      { label: 'Balance âgée', path: '/factures/balance', call: bills.aged },
      { label: 'Créances abandonnées', path: '/factures/abandons', call: bills.writeOffs },
      { label: 'Lots de factures', path: '/factures/lots', call: billBatches.list },
      { label: 'Bilan des factures par mois', path: '/factures/bilan', call: usage.billingReport },
    ],
    pages: [
      page('/factures/nouvelles', () => import('#backoffice/bills/proposals-screen.tsx'), 'ProposalsScreen'),
      page('/factures/decompte', () => import('#backoffice/bills/remittance-screen.tsx'), 'RemittanceScreen'),
      page('/factures/suivi/:id', () => import('#backoffice/bills/collection-screen.tsx'), 'CollectionScreen'),
      page('/factures/balance', () => import('#backoffice/bills/aged-balance-screen.tsx'), 'AgedBalanceScreen'),
      page('/factures/abandons', () => import('#backoffice/bills/write-offs-screen.tsx'), 'WriteOffsScreen'),
      page('/factures/lots/:id?', () => import('#backoffice/bills/batches-screen.tsx'), 'BatchesScreen'),
      page('/factures/bilan', () => import('#backoffice/bills/billing-report-screen.tsx'), 'BillingReportScreen'),
      page('/factures', () => import('#backoffice/bills/bills-screen.tsx'), 'BillsScreen'),
      page('/factures/:id', () => import('#backoffice/bills/bill-screen.tsx'), 'BillScreen'),
    ],
  },
  {
    path: '/factures/bons',
    title: 'Bons à facturer',
    group: 'Assurances',
    icon: IconFileDollar,
    audience: 'member',
    feature: 'bills',
    call: bills.vouchers,
    exportLabel: 'Exporter les bons à facturer',
    waiting: counted('vouchers', {
      path: '/factures/bons?a-traiter=oui',
      words: (count) => `${plural(count, 'bon')} à facturer`,
    }),
    pages: [page('/factures/bons', () => import('#backoffice/bills/vouchers-screen.tsx'), 'VouchersScreen')],
  },
  {
    path: '/factures/paiements',
    title: 'Paiements reçus',
    group: 'Assurances',
    icon: IconCashBanknote,
    audience: 'member',
    feature: 'bills',
    call: billPayments.list,
    exportLabel: 'Exporter les paiements reçus',
    waiting: counted('billPayments', {
      path: '/factures/paiements?a-traiter=oui',
      words: (count) => `${plural(count, 'paiement')} avec des lignes de décompte à expliquer`,
    }),
    pages: [
      page(
        '/factures/paiements/:id?',
        () => import('#backoffice/bills/bill-payments-screen.tsx'),
        'BillPaymentsScreen',
      ),
    ],
  },
  {
    path: '/regime',
    title: 'Liste du régime',
    group: 'Assurances',
    icon: IconListCheck,
    letter: 'l',
    audience: 'member',
    feature: 'scheme',
    call: productHealthInsurance.withAssociatedProduct,
    exportLabel: 'Exporter la liste du régime',
    actions: [
      { label: 'Importer la liste du régime', path: '/regime/import', call: productHealthInsurance.importList },
      {
        label: 'Associer les lignes du régime aux produits',
        path: '/regime/associer',
        call: productHealthInsurance.associateProducts,
      },
    ],
    waiting: unassociatedLines,
    pages: [
      page('/regime/associer', () => import('#backoffice/scheme/suggestions-screen.tsx'), 'SuggestionsScreen'),
      page('/regime/import', () => import('#backoffice/scheme/scheme-import-screen.tsx'), 'SchemeImportScreen'),
      page('/regime/:id?', () => import('#backoffice/scheme/scheme-screen.tsx'), 'SchemeScreen'),
    ],
  },
]
