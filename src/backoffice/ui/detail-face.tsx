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

/** Shown instead of a detail page without data: loading, offline, not found, or failed. */
export function DetailFace({ back, title, ...face }: DetailFaceProps) {
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <PanelFace {...face} />
    </Page>
  )
}
