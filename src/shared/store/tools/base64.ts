/** Base64 of bytes. Encodes in pieces, because the number of arguments of a call is limited. */
export function toBase64(bytes: Uint8Array): string {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * 8192, (at + 1) * 8192)),
  )
  return btoa(pieces.join(''))
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
