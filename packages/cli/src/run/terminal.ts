/** Capabilities of a terminal: its width, colours, drawing in place. */

/** Colours, or no change where colours are off. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
}

/** Colours only on a terminal, and not with NO_COLOR. @see https://no-color.org */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const isColourful = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const with_ = (code: number) => (text: string) => (isColourful ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { bold: with_(1), dim: with_(2), red: with_(31), green: with_(32), yellow: with_(33) }
}

/** Lines that replace those drawn before. */
export interface Screen {
  draw(lines: readonly string[]): void
  /** Removes what was drawn, so that the following output starts on a new line. */
  clear(): void
}

/** Draws on a terminal; the lines must not be wider than it. */
export function screenOn(stream: NodeJS.WriteStream): Screen {
  let drawn = 0
  const back = () => (drawn === 0 ? '' : `\u001b[${drawn}A\r\u001b[J`)
  return {
    draw: lines => {
      stream.write(`${back()}${lines.join('\n')}\n`)
      drawn = lines.length
    },
    clear: () => {
      stream.write(back())
      drawn = 0
    },
  }
}

/** Columns of the stream, or 120 where unknown. */
export const widthOf = (stream: NodeJS.WriteStream): number => (stream.isTTY && stream.columns) || 120
