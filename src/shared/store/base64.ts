/** Bytes as text, in base64. */
export function base64(bytes: Uint8Array): string {
  // In pieces: a call takes only so many arguments.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, at) => String.fromCharCode(...bytes.subarray(at * 8192, (at + 1) * 8192)))
  return btoa(pieces.join(''))
}

/** The bytes of a text in base64. Throws DOMException when it is none. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
