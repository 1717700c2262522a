import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface FatalBoundaryProps {
  children: ReactNode
  /** Where the error is reported. */
  onError?: (error: unknown, componentStack: string) => void
  /** What the window knows is safe: « Vos ventes sont enregistrées sur ce poste. » */
  kept?: string
}

/** Last resort of a window: an apology instead of a white screen. Reloading is the only cure for a render that throws. */
export class FatalBoundary extends Component<FatalBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info.componentStack ?? '')
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorPage
        title="Veuillez nous excuser, un problème technique est survenu"
        text={`${this.props.kept ?? ''} Rechargez la page pour continuer. Si le problème revient, appelez l’assistance.`.trim()}
        buttonLabel="Recharger la page"
        onButton={() => window.location.reload()}
      />
    )
  }
}
