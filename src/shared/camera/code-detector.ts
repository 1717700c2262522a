/** The code formats of boxes, vouchers and insurance cards. */
export const codeFormats = ['ean_13', 'ean_8', 'code_128', 'data_matrix', 'qr_code'] as const

/** Finds the codes in a camera frame or a picture. */
export type CodeDetector = {
  detect: (picture: HTMLVideoElement | ImageBitmap) => Promise<readonly { rawValue: string }[]>
}
