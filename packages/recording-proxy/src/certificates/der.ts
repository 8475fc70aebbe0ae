/** Writes values in DER, the binary form of certificates. @see ITU-T X.690 */

/** A value of the tag around the parts, one after another. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from(head), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts)
export const octets = (content: Uint8Array): Buffer => der(0x04, content)
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
export const yes = der(0x01, Buffer.from([0xff]))
/** Context-specific and constructed: `[number]` around the parts. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  der(0xa0 + number, ...parts)
/** A non-negative number of these bytes, the first of which is below 128. */
export const integer = (bytes: Uint8Array): Buffer => der(0x02, bytes)
/** @param unusedBits of the last byte */
export const bits = (content: Uint8Array, unusedBits = 0): Buffer =>
  der(0x03, Buffer.from([unusedBits]), content)

/** @param dotted e.g. `2.5.29.17` */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap(number => {
    const digits = [number % 128]
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left % 128) + 128)
    return digits
  })
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

/** Whole seconds, before 2050. */
export function utcTime(date: Date): Buffer {
  const text = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(text.slice(2)))
}
