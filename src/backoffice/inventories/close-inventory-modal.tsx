import { Button, Checkbox, Group, Radio } from '@mantine/core'
import { useState } from 'react'
import { inventories, type InventoryDetail } from '#shared/contract/inventories.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/inventories/inventories.module.css'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** What closing would do, and what becomes of lots that nobody counted or that should be counted again. */
export function CloseInventoryModal({ inventory, onClose }: { inventory: InventoryDetail; onClose: () => void }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const { id, number, progress } = inventory
  const [uncounted, setUncounted] = useState<'left' | 'gone'>('left')
  const [acceptsDiffering, setAccepts] = useState(false)
  const differing = useAnswer(inventories.lines, { params: { id }, query: { only: 'differing', size: 1 } }).data?.total
  const run = async () => {
    await send(inventories.close, { params: { id }, body: { uncounted, acceptsDiffering } }, { timeoutMs: 120_000 })
    say({ text: `Inventaire n°\u00a0${number} clôturé` })
    onClose()
  }
  return (
    <PanelModal opened onClose={onClose} title={`Clôturer l’inventaire n°\u00a0${number}`} centered>
      <div className={classes.choices}>
        <p>
          {differing === undefined
            ? 'Les écarts corrigent le stock.'
            : differing === 0
              ? 'Aucun écart\u00a0: le stock ne change pas.'
              : `${plural(differing, 'écart corrige', 'écarts corrigent')} le stock. L’historique du stock en garde la trace.`}
          <br />
          <span className={text.quiet}>
            Les ventes faites depuis chaque comptage restent déduites, aussi celles qui arriveront plus tard.
          </span>
        </p>
        {progress.toCount > 0 && (
          <Radio.Group
            label={plural(progress.toCount, 'lot non compté', 'lots non comptés')}
            value={uncounted}
            onChange={(choice) => setUncounted(choice as typeof uncounted)}
          >
            <Group mt={8}>
              <Radio value="left" label="Les laisser comme ils sont" />
              <Radio value="gone" label="Les mettre à zéro : ils n’y sont plus" />
            </Group>
          </Radio.Group>
        )}
        {progress.toRecount > 0 && (
          <Checkbox
            label={`Garder le dernier comptage de ${plural(progress.toRecount, 'lot à recompter', 'lots à recompter')}`}
            checked={acceptsDiffering}
            onChange={(event) => setAccepts(event.currentTarget.checked)}
          />
        )}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Annuler
        </Button>
        <Button
          loading={gesture.isRunning}
          disabled={gesture.isOffline || (progress.toRecount > 0 && !acceptsDiffering)}
          onClick={() => gesture.run(run)}
        >
          Clôturer
        </Button>
      </Group>
      {gesture.modals}
    </PanelModal>
  )
}
