/** Finds out how the messages of a TCP conversation end, where all of them agree; else they end by silence. */
import type { Framing, FramingOf } from '@pone/protocols/tcp/definition/framing.ts'
import type { RawTurn } from './raw-talk.ts'

/** A framing with the messages that it makes of the turns. */
export interface GuessedFraming {
  readonly framing: Framing
  /** The contents of the messages of a turn. */
  readonly split: (bytes: Uint8Array, isSent: boolean) => readonly Uint8Array[]
}

/** Fewer messages agree by chance. */
const minMessages = 2
/** Of a turn. */
const maxMessages = 200_000

/** @param longestPauseMs within what the server sent at once */
export function guessFraming(turns: readonly RawTurn[], longestPauseMs: number): GuessedFraming {
  return byLength(turns) ?? byLines(turns) ?? bySilence(longestPauseMs)
}

const contentsOf = (turns: readonly RawTurn[], isSent: boolean): Uint8Array[] | null => {
  const own = turns.filter(turn => turn.isSent === isSent).map(({ bytes }) => bytes)
  return own.every(bytes => bytes !== null) ? own : null
}

function byLength(turns: readonly RawTurn[]): GuessedFraming | null {
  const received = contentsOf(turns, false)
  if (received === null) return null
  const sent = contentsOf(turns, true)
  for (const lengthBytes of [4, 2, 8] as const)
    for (const byteOrder of ['big', 'little'] as const)
      for (const adjustment of [0, -lengthBytes]) {
        const field = { lengthBytes, byteOrder, offset: 0, adjustment, keepsHeader: false } as const
        const split = (bytes: Uint8Array) => messagesByLength(bytes, field)
        const answers = received.map(split)
        const messages = answers.flatMap(each => each ?? []).length
        if (messages < minMessages || answers.includes(null)) continue
        const requests = sent?.map(split)
        const appliesToSent = requests !== undefined && !requests.includes(null)
        return {
          framing: { kind: 'length', ...field, appliesToSent },
          split: (bytes, isSent) => (isSent && !appliesToSent ? [bytes] : (split(bytes) ?? [bytes])),
        }
      }
  return null
}

/** null unless the bytes are whole messages, not too many and none of them empty. */
function messagesByLength(
  bytes: Uint8Array,
  {
    lengthBytes,
    byteOrder,
    adjustment,
  }: Pick<FramingOf<'length'>, 'lengthBytes' | 'byteOrder' | 'adjustment'>,
): Uint8Array[] | null {
  const messages: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    if (at + lengthBytes > bytes.length) return null
    const digits = bytes.slice(at, at + lengthBytes)
    if (byteOrder === 'little') digits.reverse()
    const length = digits.reduce((value, digit) => value * 256 + digit, 0) + adjustment
    const end = at + lengthBytes + length
    if (length <= 0 || end > bytes.length || messages.length >= maxMessages) return null
    messages.push(bytes.subarray(at + lengthBytes, end))
    at = end
  }
  return messages
}

const lineFeed = 10
const carriageReturn = 13

/** Only if each answer is one line: how many lines others have may depend on the data. */
function byLines(turns: readonly RawTurn[]): GuessedFraming | null {
  const received = contentsOf(turns, false)
  if (received === null || received.length < minMessages || !received.every(isLine)) return null
  const ending = received.every(bytes => bytes.at(-2) === carriageReturn) ? 2 : 1
  const sent = contentsOf(turns, true)
  const appliesToSent =
    sent?.every(bytes => isLine(bytes) && (ending === 1 || bytes.at(-2) === carriageReturn)) === true
  const split: GuessedFraming['split'] = (bytes, isSent) =>
    isSent && !appliesToSent ? [bytes] : [bytes.subarray(0, -ending)]
  const delimiter = ending === 2 ? String.raw`\r\n` : String.raw`\n`
  return { framing: { kind: 'delimiter', notation: 'text', delimiter, appliesToSent }, split }
}

const isLine = (bytes: Uint8Array): boolean =>
  bytes.length > 1 && bytes.indexOf(lineFeed) === bytes.length - 1 && !bytes.includes(0)

const minSilenceMs = 200
const maxSilenceMs = 2_000

function bySilence(longestPauseMs: number): GuessedFraming {
  const silenceMs = Math.min(maxSilenceMs, Math.max(minSilenceMs, Math.ceil(longestPauseMs * 2)))
  return { framing: { kind: 'silence', silenceMs }, split: bytes => [bytes] }
}
