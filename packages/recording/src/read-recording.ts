/** Reads a file of recorded requests of any known format and finds its dynamic values; safe in a browser. */

import { type RecordedAnswer, recordedAnswerOf } from '@pone/plan/answers/recorded-answer.ts'
import { correlate } from './correlation/correlate.ts'
import { Counterparts } from './correlation/counterparts.ts'
import type { DynamicValue } from './model/dynamic-value.ts'
import { type Left, LeftList } from './model/left.ts'
import type { CorrelatedRecording, RecordedResponse, Recording } from './model/recording.ts'
import { type ReadOptions, type RecordingReader, readerFor } from './readers.ts'
import { typedValues } from './typed/typed-values.ts'

/** Pieces of a file in their order; the first has at least the first 64 KiB. */
type Chunks = AsyncIterable<Uint8Array>

/** null if the content has no known format. @param second a recording of the same steps: what differs in it is dynamic */
export async function readRecording(
  chunks: Chunks,
  options: ReadOptions = {},
  second: Chunks | null = null,
): Promise<CorrelatedRecording | null> {
  const recording = await parse(chunks, options)
  if (recording === null) return null
  // Counted requests stand for many, of which no two belong together.
  if (recording.mix !== undefined) return { ...withoutBodies(recording), dynamicValues: [], typedValues: [] }
  const other = second === null ? null : await parse(second, options)
  const counterparts = other === null ? null : new Counterparts(recording.exchanges, other.exchanges)
  const { rules } = options
  const answers = new Map<RecordedResponse, RecordedAnswer>()
  const { values: dynamicValues, unfinished } = correlate(recording, {
    counterparts,
    ...(rules !== undefined && { rules }),
    onJson: (response, json) => {
      if (hasAnswer(response)) answers.set(response, recordedAnswerOf(response, json))
    },
  })
  return {
    ...withoutBodies(recording, answers),
    dynamicValues,
    typedValues: typedValues(recording, dynamicValues, counterparts),
    ...(second !== null && { compared: 'unknownFormat' }),
    ...(counterparts !== null && {
      compared: { requests: counterparts.requests, matched: counterparts.matched },
    }),
    left: [
      ...recording.left,
      ...(counterparts === null ? [] : unexplained(recording, dynamicValues, counterparts)),
      ...leftOfRules(unfinished),
    ],
  }
}

async function parse(chunks: Chunks, options: ReadOptions): Promise<Recording | null> {
  let reader: RecordingReader | null = null
  for await (const chunk of chunks) {
    reader ??= readerFor(chunk, options)
    if (reader === null) return null
    reader.feed(chunk)
  }
  await reader?.settle?.()
  return reader?.end() ?? null
}

/** Addresses that differ between the recordings without a value of a response in them. */
function unexplained(
  { exchanges }: Recording,
  dynamicValues: readonly DynamicValue[],
  { fields }: Counterparts,
): readonly Left[] {
  const explained = new Set(
    dynamicValues.flatMap(({ uses }) => uses.filter(use => use.isAddress).map(use => use.exchange)),
  )
  const left = new LeftList()
  for (const { exchange, isAddress, text, second } of fields)
    if (isAddress && text !== second && !explained.has(exchange))
      left.add(exchanges[exchange]?.place ?? '', 'differsUnknown', { name: second.slice(0, 200) })
  return left.items
}

function leftOfRules(names: readonly string[]): readonly Left[] {
  const left = new LeftList()
  for (const name of names) left.add('', 'ruleUnfinished', { name })
  return left.items
}

type Answers = ReadonlyMap<RecordedResponse, RecordedAnswer>

/** Bodies of responses are of no use once they were searched. @param answers known from that search */
const withoutBodies = (recording: Recording, answers: Answers = new Map()): Recording => ({
  ...recording,
  exchanges: recording.exchanges.map(exchange => ({
    ...exchange,
    response: exchange.response === null ? null : withoutBody(exchange.response, answers),
  })),
})

const hasAnswer = ({ status }: RecordedResponse): boolean => status >= 100 && status <= 999

function withoutBody(response: RecordedResponse, answers: Answers): RecordedResponse {
  const answer = hasAnswer(response) ? { answer: answers.get(response) ?? recordedAnswerOf(response) } : {}
  return { ...response, body: null, headers: [], ...answer }
}
