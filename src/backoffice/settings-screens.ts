import {
  IconBuildingBank,
  IconBuildingStore,
  IconDatabaseExport,
  IconFileExport,
  IconHistory,
  IconUserCheck,
  IconUserQuestion,
  IconListDetails,
  IconLockExclamation,
  IconPrinter,
  IconRobot,
  IconTags,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react'
import { assistants } from '#shared/contract/assistants.ts'
import { audit } from '#shared/contract/audit.ts'
import { banks } from '#shared/contract/banks.ts'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { exports } from '#shared/contract/exports.ts'
import { lentRights } from '#shared/contract/lent-rights.ts'
import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { pinAlerts } from '#shared/contract/pin-alerts.ts'
import { tags } from '#shared/contract/tags.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import { plural } from '#shared/ui/plural.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'
import { counted } from '#backoffice/ui/waiting-work.ts'

/** The screens of the group « Paramètres »: each is for the call that changes what it shows. */
export const settingsScreens: readonly ScreenWithPages[] = [
  {
    path: '/parametres/pharmacie',
    title: 'Pharmacie',
    group: 'Paramètres',
    icon: IconBuildingStore,
    letter: 'p',
    audience: 'member',
    feature: 'pharmacy-settings',
    call: pharmacies.changeSettings,
    pages: [
      page(
        '/parametres/pharmacie',
        () => import('#backoffice/settings/pharmacy-settings-screen.tsx'),
        'PharmacySettingsScreen',
      ),
    ],
  },
  {
    path: '/parametres/sauvegarde',
    title: 'Sauvegarde',
    group: 'Paramètres',
    icon: IconDatabaseExport,
    audience: 'member',
    feature: 'backup',
    call: pharmacies.engine,
    pages: [page('/parametres/sauvegarde', () => import('#backoffice/backup/backup-screen.tsx'), 'BackupScreen')],
  },
  {
    path: '/parametres/imprimantes',
    title: 'Imprimantes',
    group: 'Paramètres',
    icon: IconPrinter,
    letter: 'i',
    audience: 'member',
    feature: 'printers',
    call: pharmacies.changePrinters,
    pages: [
      page('/parametres/imprimantes', () => import('#backoffice/settings/printers-screen.tsx'), 'PrintersScreen'),
    ],
  },
  {
    path: '/parametres/utilisateurs',
    title: 'Utilisateurs',
    group: 'Paramètres',
    icon: IconUsers,
    audience: 'member',
    feature: 'users',
    call: users.create,
    create: { label: 'Nouvel utilisateur', call: users.create },
    pages: [
      page('/parametres/utilisateurs/:id?', () => import('#backoffice/members/members-screen.tsx'), 'MembersScreen'),
    ],
  },
  {
    path: '/parametres/assistants',
    title: 'Assistants',
    group: 'Paramètres',
    icon: IconRobot,
    audience: 'member',
    feature: 'assistants',
    call: assistants.create,
    create: { label: 'Nouvel assistant', call: assistants.create },
    pages: [
      page(
        '/parametres/assistants/:id?',
        () => import('#backoffice/assistants/assistants-screen.tsx'),
        'AssistantsScreen',
      ),
    ],
  },
  {
    path: '/parametres/roles',
    title: 'Rôles',
    group: 'Paramètres',
    icon: IconUserShield,
    letter: 'r',
    audience: 'member',
    feature: 'roles',
    call: roles.create,
    create: { label: 'Nouveau rôle', call: roles.create },
    pages: [page('/parametres/roles/:id?', () => import('#backoffice/settings/roles-screen.tsx'), 'RolesScreen')],
  },
  {
    path: '/parametres/etiquettes',
    title: 'Étiquettes',
    group: 'Paramètres',
    icon: IconTags,
    letter: 'e',
    audience: 'member',
    feature: 'tags',
    call: tags.create,
    create: { label: 'Nouvelle étiquette', call: tags.create },
    pages: [page('/parametres/etiquettes/:id?', () => import('#backoffice/settings/tags-screen.tsx'), 'TagsScreen')],
  },
  {
    path: '/parametres/banques',
    title: 'Banques',
    group: 'Paramètres',
    icon: IconBuildingBank,
    letter: 'b',
    audience: 'member',
    feature: 'banks',
    call: banks.create,
    create: { label: 'Nouvelle banque', call: banks.create },
    pages: [page('/parametres/banques/:id?', () => import('#backoffice/settings/banks-screen.tsx'), 'BanksScreen')],
  },
  {
    path: '/parametres/motifs',
    title: 'Motifs',
    group: 'Paramètres',
    icon: IconListDetails,
    letter: 'f',
    audience: 'member',
    feature: 'disbursement-reasons',
    call: disbursementReasons.create,
    create: { label: 'Nouveau motif', call: disbursementReasons.create },
    pages: [page('/parametres/motifs/:id?', () => import('#backoffice/settings/reasons-screen.tsx'), 'ReasonsScreen')],
  },
  {
    path: '/parametres/exports',
    title: 'Exports',
    group: 'Paramètres',
    icon: IconFileExport,
    letter: 'x',
    audience: 'member',
    feature: 'exports',
    call: exports.list,
    pages: [page('/parametres/exports', () => import('#backoffice/exports/exports-screen.tsx'), 'ExportsScreen')],
  },
  {
    path: '/parametres/journal',
    title: 'Qui a changé quoi',
    group: 'Paramètres',
    icon: IconHistory,
    audience: 'member',
    feature: 'audit',
    call: audit.list,
    pages: [
      page('/parametres/journal', () => import('#backoffice/audit/audit-screen.tsx'), 'AuditScreen'),
      page('/parametres/journal/:id', () => import('#backoffice/audit/history-screen.tsx'), 'HistoryScreen'),
    ],
  },
  {
    path: '/parametres/envois',
    title: 'Envois à vérifier',
    group: 'Paramètres',
    icon: IconUserQuestion,
    letter: 'y',
    audience: 'member',
    feature: 'unproven-parcels',
    call: unprovenParcels.list,
    waiting: counted('unprovenParcels', {
      path: '/parametres/envois',
      words: (count) => `${plural(count, 'envoi')} à vérifier`,
    }),
    pages: [
      page(
        '/parametres/envois',
        () => import('#backoffice/unproven-parcels/unproven-parcels-screen.tsx'),
        'UnprovenParcelsScreen',
      ),
    ],
  },
  {
    path: '/parametres/codes',
    title: 'Codes incorrects',
    group: 'Paramètres',
    icon: IconLockExclamation,
    letter: 'n',
    audience: 'member',
    feature: 'pin-alerts',
    call: pinAlerts.list,
    pages: [page('/parametres/codes', () => import('#backoffice/pin-alerts/pin-alerts-screen.tsx'), 'PinAlertsScreen')],
  },
  {
    path: '/parametres/droits-accordes',
    title: 'Droits accordés',
    group: 'Paramètres',
    icon: IconUserCheck,
    audience: 'member',
    feature: 'lent-rights',
    call: lentRights.list,
    pages: [
      page(
        '/parametres/droits-accordes',
        () => import('#backoffice/lent-rights/lent-rights-screen.tsx'),
        'LentRightsScreen',
      ),
    ],
  },
]
