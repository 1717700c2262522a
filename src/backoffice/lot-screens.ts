import { IconFlame, IconSpeakerphone } from '@tabler/icons-react'
import { destructions } from '#shared/contract/destructions.ts'
import { recalls } from '#shared/contract/recalls.ts'
import { page, type ScreenWithPages } from '#backoffice/screen-pages.ts'

/** What happens to lots: recalls and destructions. */
export const lotScreens: readonly ScreenWithPages[] = [
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
