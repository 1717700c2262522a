import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface FatalBoundaryProps {
  children: ReactNode
  /** Reports the error. */
  onError?: (error: unknown, componentStack: string) => void
  /** What is known to be saved: « Vos ventes sont enregistrées sur ce poste. » */
  kept?: string
}

/**
 * The last error boundary of a window: shows a message instead of a white screen. Only a reload helps after a render
 * error.
 */
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
