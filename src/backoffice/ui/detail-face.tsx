import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { Page } from '#backoffice/ui/page.tsx'

interface DetailFaceProps {
  back: { to: string; title: string }
  title: string
  error: Error | null
  onRetry: () => void
  missingText: string
}

/** A page of one thing that is not there: on its way, away with the network, unknown, or failed. */
export function DetailFace({ back, title, ...face }: DetailFaceProps) {
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <PanelFace {...face} />
    </Page>
  )
}
