import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import classes from '#backoffice/ui/notice-bar.module.css'
import { noticeAtom } from '#backoffice/ui/notices.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'

/** In ms: long enough to read the text and press « Annuler ». */
const shownMs = 10_000

/** A notice below every screen: what was done, and « Annuler » when it can be undone. */
export function NoticeBar() {
  const [notice, setNotice] = useAtom(noticeAtom)
  const gesture = useGesture()
  const id = notice?.id
  useEffect(() => {
    if (id === undefined) return
    const end = setTimeout(() => setNotice((now) => (now?.id === id ? null : now)), shownMs)
    return () => clearTimeout(end)
  }, [id, setNotice])
  const undo = notice?.undo
  return (
    <>
      {notice && (
        <div className={classes.bar} role="status">
          <span>{notice.text}</span>
          {undo && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              loading={gesture.isRunning}
              onClick={() =>
                gesture.run(async () => {
                  await undo()
                  setNotice(null)
                })
              }
            >
              Annuler
            </Button>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label="Fermer le message" onClick={() => setNotice(null)}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {gesture.modals}
    </>
  )
}
