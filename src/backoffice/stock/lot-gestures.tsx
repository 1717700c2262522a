import { ActionIcon, Menu } from '@mantine/core'
import {
  IconAdjustments,
  IconArchive,
  IconBan,
  IconCalendarEvent,
  IconDots,
  IconLockOpen,
  IconPackageExport,
  IconSpeakerphone,
  IconTrash,
} from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PharmacyProduct, StockItem } from '#shared/contract/pharmacy-products.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { isBlockedLot } from '#shared/domain/recalled-lots.ts'
import { isUnpackable } from '#shared/domain/stock-acts.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { CorrectLotModal } from '#backoffice/stock/correct-lot-modal.tsx'
import { AdjustModal, lotName, QuarantineModal, UnpackModal } from '#backoffice/stock/lot-modals.tsx'
import { RecallModal } from '#backoffice/stock/recall-modal.tsx'
import { useStockAct } from '#backoffice/stock/use-stock-act.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Asked = 'correct' | 'adjust' | 'unpack' | 'quarantine' | 'recall'

/** The menu of one lot, for members who may adjust the stock. */
export function LotGestures({ product, lot }: { product: PharmacyProduct; lot: StockItem }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [, go] = useLocation()
  const isOffline = useAtomValue(isOfflineAtom)
  const { release, modals } = useRelease(lot)
  const { archive, ...archiving } = useArchive(lot)
  // Loose units are corrected and archived with their boxes.
  const isLoose = product.stockItems.some(({ id, units }) => units > 1 && unitItemIdOf(id) === lot.id)
  const close = () => setAsked(null)
  const item = (icon: typeof IconBan) => {
    const Icon = icon
    return { disabled: isOffline, leftSection: <Icon size={18} aria-hidden /> }
  }
  const isBlocked = isBlockedLot(lot)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions sur le ${lotName(lot)}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOffline && <Menu.Label>Hors ligne{'\u202f'}: demande le réseau</Menu.Label>}
          <Menu.Item {...item(IconAdjustments)} onClick={() => setAsked('adjust')}>
            Corriger
          </Menu.Item>
          {!isLoose && (
            <Menu.Item {...item(IconCalendarEvent)} onClick={() => setAsked('correct')}>
              Lot, péremption, rangement
            </Menu.Item>
          )}
          {isUnpackable(lot) && !isBlocked && lot.quantity > 0 && (
            <Menu.Item {...item(IconPackageExport)} onClick={() => setAsked('unpack')}>
              Déconditionner
            </Menu.Item>
          )}
          {lot.blocked === 'quarantine' ? (
            <Menu.Item {...item(IconLockOpen)} onClick={release}>
              Lever la quarantaine
            </Menu.Item>
          ) : (
            !isBlocked && (
              <Menu.Item {...item(IconBan)} onClick={() => setAsked('quarantine')}>
                Mettre en quarantaine
              </Menu.Item>
            )
          )}
          {lot.blocked !== 'recall' && (
            <Menu.Item {...item(IconSpeakerphone)} onClick={() => setAsked('recall')}>
              Rappeler le lot
            </Menu.Item>
          )}
          {lot.quantity === 0 && !isLoose && (
            <Menu.Item {...item(IconArchive)} onClick={archive}>
              Archiver le lot
            </Menu.Item>
          )}
          {lot.quantity > 0 && (
            <Menu.Item
              {...item(IconTrash)}
              color="danger"
              onClick={() => go(`/destructions?nouveau=oui&produit=${product.id}&lot=${lot.id}`)}
            >
              Détruire
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'correct' && <CorrectLotModal product={product} lot={lot} onClose={close} />}
      {asked === 'adjust' && <AdjustModal product={product} lot={lot} onClose={close} />}
      {asked === 'unpack' && <UnpackModal product={product} lot={lot} onClose={close} />}
      {asked === 'quarantine' && <QuarantineModal product={product} lot={lot} onClose={close} />}
      {asked === 'recall' && <RecallModal product={product} lot={lot} onClose={close} />}
      {modals}
      {archiving.modals}
    </>
  )
}

function useArchive(lot: StockItem) {
  const send = useSend()
  const { ask, modals } = useGesture()
  return {
    modals,
    archive: () =>
      ask({
        title: `Archiver le ${lotName(lot)}\u202f?`,
        text: 'Il est vide et ne s’affiche plus. Si une boîte y revient, par un retour ou une vente annulée, il revient en stock.',
        yes: 'Archiver',
        run: () => send(stockItems.patch, { params: { id: lot.id }, body: { archived: true } }),
      }),
  }
}

function useRelease(lot: StockItem) {
  const send = useSend()
  const { ask, modals } = useGesture()
  const { made, once } = useStockAct(lot.id)
  return {
    modals,
    release: () =>
      ask({
        title: `Lever la quarantaine du ${lotName(lot)}\u202f?`,
        text: 'Tous les postes peuvent le vendre de nouveau.',
        yes: 'Lever la quarantaine',
        run: () => once(send(stockActs.block, { body: { ...made, act: 'release', note: null } })),
      }),
  }
}
