import { latePart } from '#shared/ui/late-part.tsx'

// Screens and panels that no sale needs from its first scan to its receipt. Their code is not in the first files of the
// window (`npm run bench:load`).

export const ClientsRoute = latePart(async () => (await import('./clients-route.tsx')).ClientsRoute)
export const ClientFinder = latePart(async () => (await import('./clients-route.tsx')).ClientFinder)
export const SalesScreen = latePart(async () => (await import('./sales/sales-screen.tsx')).SalesScreen)
export const ParkedSection = latePart(async () => (await import('./parked/parked-section.tsx')).ParkedSection, null)
export const ParkedDrawer = latePart(async () => (await import('./parked/parked-drawer.tsx')).ParkedDrawer, null)
export const ProductsScreen = latePart(async () => (await import('./products/products-screen.tsx')).ProductsScreen)
export const RegisterScreen = latePart(async () => (await import('./register/register-screen.tsx')).RegisterScreen)
export const ToCollect = latePart(async () => (await import('./cashier/to-collect.tsx')).ToCollect, null)
export const TerminalScreen = latePart(async () => (await import('./terminal/terminal-screen.tsx')).TerminalScreen)
export const HealthScreen = latePart(async () => (await import('./health/health-screen.tsx')).HealthScreen)
export const RetypeRoute = latePart(async () => (await import('./retype-route.tsx')).RetypeRoute)
export const DisplayScreen = latePart(async () => (await import('./display/display-screen.tsx')).DisplayScreen)
export const CameraPanel = latePart(async () => (await import('./scanners/camera-panel.tsx')).CameraPanel, null)
export const CounterHelp = latePart(async () => (await import('./counter-help.tsx')).CounterHelp, null)
export const UsualTreatment = latePart(async () => (await import('./help/usual-treatment.tsx')).UsualTreatment, null)
export const PrintRoom = latePart(async () => (await import('./printing/print-room.tsx')).PrintRoom, null)
export const ReceiptPrinter = latePart(async () => (await import('./receipt/receipt-printer.tsx')).ReceiptPrinter, null)
export const ActionScreen = latePart(
  async () => (await import('#shared/session/account/action-screen.tsx')).ActionScreen,
)
export const ForgottenScreen = latePart(
  async () => (await import('#shared/session/account/forgotten-screen.tsx')).ForgottenScreen,
)
