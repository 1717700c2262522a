import {
  IconBuildingHospital,
  IconBuildingSkyscraper,
  IconCash,
  IconCreditCard,
  IconDeviceMobile,
  IconDiscount,
  IconShieldCheck,
  IconSignature,
  IconUser,
} from '@tabler/icons-react'
import type { PaymentType } from '#shared/domain/payment.ts'
import { IconTile, type TileTone } from '#shared/ui/icon-tile.tsx'

const faces: Record<PaymentType, [icon: typeof IconCash, tone: TileTone]> = {
  CASH: [IconCash, 'success'],
  MOBILE_MONEY: [IconDeviceMobile, 'accent'],
  CREDIT_CARD: [IconCreditCard, 'neutral'],
  CHEQUE: [IconSignature, 'neutral'],
  INSURANCE: [IconShieldCheck, 'info'],
  SOCIAL_SECURITY: [IconBuildingHospital, 'info'],
  CREDIT: [IconUser, 'warning'],
  CREDIT_ORG: [IconBuildingSkyscraper, 'info'],
  DISCOUNT: [IconDiscount, 'neutral'],
}

export function PaymentIcon({ type }: { type: PaymentType }) {
  const [Icon] = faces[type]
  return <Icon size={26} aria-hidden />
}

/** The icon at the start of a payment's row. */
export function PaymentTile({ type }: { type: PaymentType }) {
  return (
    <IconTile tone={faces[type][1]}>
      <PaymentIcon type={type} />
    </IconTile>
  )
}
