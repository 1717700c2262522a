import { Textarea } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

interface CancelWithReasonProps {
  /** Of the button. */
  label: string
  question: string
  /** What becomes of it. */
  consequence: ReactNode
  /** Of the button that does it. */
  yes: string
  run: (reason: string) => Promise<unknown>
  /** Said when it is done. */
  done?: string
}

/** Cancels something after a question, with a reason; one that is left empty is « Sans raison ». */
export function CancelWithReason({ label, question, consequence, yes, run, done }: CancelWithReasonProps) {
  const say = useNotice()
  const gesture = useGesture()
  const reason = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <WriteButton
        variant="default"
        loading={gesture.isRunning}
        onClick={() =>
          gesture.ask({
            title: question,
            text: (
              <>
                {consequence}
                <Textarea ref={reason} label="Raison" maxLength={200} required mt={12} />
              </>
            ),
            yes,
            run: async () => {
              await run(reason.current?.value.trim() || 'Sans raison')
              if (done) say({ text: done })
            },
          })
        }
      >
        {label}
      </WriteButton>
      {gesture.modals}
    </>
  )
}
