import { drawingSVG, qrcode } from 'bwip-js/generic'

/** A picture of a QR code that opens an address on a phone. */
export function qrPicture(address: string): string {
  const svg = qrcode({ bcid: 'qrcode', text: address, scale: 4 }, drawingSVG())
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
}
