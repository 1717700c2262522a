import { type ReactNode, useState } from 'react'
import { Notice } from '#kiosk/ui/notice.tsx'
import { writeFailureWords } from '#shared/session/write-failure-words.ts'
import { RegisterConflict } from '#shared/store/register/register-conflict.ts'

const conflictWords: Record<RegisterConflict['reason'], string> = {
  open: 'Cette caisse est déjà ouverte.',
  gone: 'Cette caisse vient d’être fermée ou passée dans une autre fenêtre. Rien n’a été changé.',
  taken: 'Ce collègue a déjà une caisse ouverte sur ce poste. Il doit d’abord la fermer.',
  unfinished: 'Une opération à finir est arrivée entre-temps. Finissez-la, puis fermez.',
}

/**
 * Runs the end of a count, a closing or a hand-over, and shows why it failed. `onEnding`: true while it runs, as the
 * register then disappears by this window's own action.
 */
export function useEnd(onEnding: (isEnding: boolean) => void = () => undefined): {
  failure: ReactNode
  end: (work: () => Promise<void>) => Promise<void>
} {
  const [text, setText] = useState<string | null>(null)
  const end = async (work: () => Promise<void>) => {
    onEnding(true)
    try {
      await work()
    } catch (error) {
      setText(
        error instanceof RegisterConflict
          ? conflictWords[error.reason]
          : writeFailureWords(error, 'Rien n’a pu être enregistré sur ce poste. Réessayez.'),
      )
      throw error
    } finally {
      onEnding(false)
    }
  }
  return { end, failure: text && <Notice notice={{ tone: 'danger', text }} onClose={() => setText(null)} /> }
}
